// The script of /status. Constant, so that a content security policy can name its hash; what it needs stands in data attributes.
import { parsePage } from "../parse-page.ts";

/** Longest pause between two questions after failures, in milliseconds, and the pause when all is well: not more often than needed. */
const PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * While someone looks, the page is asked for again and its living part is replaced; a selection is left alone. The part is out of
 * date when its block is older than the limit: by the server's clock and the time since, and also by this device's own clock
 * until an answer of this visit has shown that the page is not an old copy. A clock that is set back tells no age until the next
 * answer, which is asked for at once. All that it changes stands in what React leaves alone (`Unhydrated`).
 */
export const statusScript = `(()=>{
  ${parsePage}
  const d=document,
  find=(what,root=d)=>root.querySelector(what),
  part=root=>find("[data-observed]",root),
  all=what=>[...part().querySelectorAll(what)],
  n=name=>+part().dataset[name],
  now=Date.now;
  let readMs=now(),askedMs=readMs,seenMs=readMs,pauseMs=${PAUSE_MS},isSure,isBusy,timer;
  const toAge=()=>Math.max(n("read")-n("observed")+now()-readMs,isSure?0:now()-n("observed")),
  show=()=>{
    if(seenMs-1e3>now())readMs=-1/0,askedMs=0,ask();
    seenMs=now();
    const age=toAge(),word=find(".signboard .verdict>span"),say=find("[data-say]");
    if(age>n("fresh")){
      if(!part().dataset.stale){
        part().dataset.stale=1;
        find(".signboard").dataset.state="stale";
        word.style.minHeight=word.offsetHeight+"px";
        word.textContent="Out of date";
        find("[data-old]").hidden=false;
      }
      find("[data-age]").textContent=1/0>age?Math.ceil(age/1e3)+" s":"an unknown time";
    }
    if(say.textContent!==word.textContent)say.textContent=word.textContent;
  },
  take=next=>{
    const marks="td[data-state],.verdict",words=all(marks).map(it=>it.textContent),lefts=all(".table").map(it=>it.scrollLeft),
    held=all("a,[tabindex]").indexOf(d.activeElement);
    part().replaceWith(next);
    all(".table").forEach((it,at)=>it.scrollLeft=lefts[at]);
    all("a,[tabindex]")[held]?.focus({preventScroll:1});
    all(marks).forEach((it,at)=>it.classList.toggle("changed",it.textContent!==words[at]));
  },
  ask=async()=>{
    if(isBusy||d.hidden)return;
    isBusy=1;
    const sentMs=askedMs=now();
    try{
      const answer=await fetch(location,{signal:AbortSignal.timeout(1e4)}),
      next=answer.ok&&part(toPage(await answer.text()));
      if(!next||sentMs>now())throw 0;
      pauseMs=${PAUSE_MS};
      if(getSelection().isCollapsed)take(next),readMs=sentMs,isSure=1;
    }catch{pauseMs=Math.min(2*pauseMs,${LONGEST_PAUSE_MS})}
    isBusy=0;
    look();
  },
  look=()=>{
    show();
    clearTimeout(timer);
    if(!d.hidden)timer=setTimeout(ask,Math.max(0,askedMs+pauseMs*(1+Math.random()/10)-now()));
  },
  wake=()=>{pauseMs=${PAUSE_MS};look()};
  onpageshow=event=>event.persisted&&wake();
  ononline=wake;
  d.onvisibilitychange=wake;
  setInterval(show,1e3);
  setTimeout(()=>{if(toAge()>n("fresh"))askedMs=0;look()},1e3);
})()`.replace(/\n */g, "");
