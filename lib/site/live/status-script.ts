// Site room: the script of /status. Constant, so that a content security policy can name its hash; what it needs stands in data attributes.

/** Longest pause between two questions after failures, in milliseconds, and the pause when all is well: not more often than needed. */
const PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * While someone looks, the page is asked for again and its living part is replaced; a selection is left alone. The part is out of
 * date when its block is older than the limit: by the server's clock and the time since, and also by this device's own clock
 * until an answer of this visit has shown that the page is not an old copy. Nothing is touched in the first second: React
 * still compares the page with what it was sent.
 */
export const statusScript = `(()=>{
const one=(what,root=document)=>root.querySelector(what),living="[data-observed]",marked="td[data-state],.verdict",all=(what)=>[...one(living).querySelectorAll(what)];
let readMs=Date.now(),askedMs=readMs,pauseMs=${PAUSE_MS},isSure,isBusy,timer;
const n=(name)=>+one(living).dataset[name];
const toAge=()=>{
const own=Date.now()-n("observed"),age=n("read")-n("observed")+Date.now()-readMs;
return isSure?age:Math.max(age,own);
};
const show=()=>{
const part=one(living),age=toAge(),word=one(".signboard .verdict>span"),say=one("[data-say]");
if(age>n("fresh")){
if(!part.hasAttribute("data-stale")){
part.setAttribute("data-stale","");
one(".signboard").dataset.state="stale";
word.textContent="Out of date. It was: "+word.textContent;
one("[data-old]").hidden=false;
}
one("[data-age]").textContent=Math.floor(age/1000)+" s";
}
if(say.textContent!==word.textContent)say.textContent=word.textContent;
};
const take=(next)=>{
const words=all(marked).map((it)=>it.textContent),held=all("a,[tabindex]").indexOf(document.activeElement),lefts=all(".table").map((it)=>it.scrollLeft);
one(living).replaceWith(document.adoptNode(next));
all(".table").forEach((it,at)=>{it.scrollLeft=lefts[at]||0});
all("a,[tabindex]")[held]?.focus({preventScroll:true});
all(marked).forEach((it,at)=>it.classList.toggle("changed",it.textContent!==words[at]));
};
const ask=async()=>{
if(isBusy||document.hidden)return;
isBusy=true;
const sentMs=askedMs=Date.now();
try{
const answer=await self.fetch(location.href,{headers:{accept:"text/html"},cache:"no-store",signal:AbortSignal.timeout(10000)});
const next=answer.ok&&one(living,new DOMParser().parseFromString(await answer.text(),"text/html"));
if(!next)throw 0;
pauseMs=${PAUSE_MS};
if(getSelection().isCollapsed)take(next),readMs=sentMs,isSure=1;
}catch{pauseMs=Math.min(2*pauseMs,${LONGEST_PAUSE_MS})}
isBusy=0;
look();
};
const look=()=>{
show();
clearTimeout(timer);
if(!document.hidden)timer=setTimeout(ask,Math.max(0,askedMs+pauseMs*(1+Math.random()/10)-Date.now()));
};
const wake=()=>{pauseMs=${PAUSE_MS};look()};
onpageshow=(event)=>event.persisted&&wake();
ononline=wake;
document.addEventListener("visibilitychange",wake);
setInterval(show,1000);
setTimeout(()=>{if(toAge()>n("fresh"))askedMs=0;look()},1000);
})()`;
