// The script of /status. It is constant, so a content security policy can name its hash. Its data is in data attributes.
import { parsePage } from "../parse-page.ts";

/** The pause between two requests, and the longest one after failures. */
const PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * While the page is visible, the script requests it again and replaces its live part, unless the reader has selected text. The
 * age of the block counts from the server's clock. Until the first response it counts from the device's clock too, since the page
 * may be an old copy. After the clock was set back the age is unknown until the next response. The script changes only what
 * `Unhydrated` keeps away from React.
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
