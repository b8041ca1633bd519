// The script that refreshes /track. It is constant, so a content security policy can name its hash. Its data is in data attributes.
import { parsePage } from "../parse-page.ts";

/**
 * Inline script of the page. While the tab is visible, it requests the page again after `data-poll` seconds. It adds up to a tenth,
 * so that not all readers ask at once. Only changed parts get new content; their elements stay, and so do focus and scroll.
 * A failed refresh marks the page and its title as not current, and so does a hidden tab.
 */
export const trackPoll = `(()=>{
${parsePage}
const own=document.getElementById("swap"),seconds=()=>Number(own.dataset.poll)
if(!own||!seconds())return
const stale=document.getElementById("stale"),parts=root=>[...root.querySelectorAll("[data-part]")]
let due,timer,busy,pause,title=document.title
const set=old=>{stale.hidden=!old;own.toggleAttribute("data-stale",old);document.title=(old?"Not current: ":"")+title}
const plan=wait=>{clearTimeout(timer);due=Date.now()+wait*1e3;timer=setTimeout(ask,wait*1e3)}
const ask=async()=>{
if(document.hidden)set(true)
if(busy||document.hidden)return
busy=true
pause=30
try{
const reply=await fetch(own.dataset.self,{headers:{accept:"text/html"},cache:"no-store",signal:AbortSignal.timeout(2e4)})
pause=Number(reply.headers.get("retry-after"))||pause
const next=reply.ok&&toPage(await reply.text()).getElementById("swap")
if(!next)throw 0
show(next)
set(false)
if(seconds())plan(seconds()*(1+Math.random()/10))
else{due=1/0;document.getElementById("asks").hidden=true}
}catch{set(true);plan(Math.max(pause,seconds()))}
busy=false
}
const show=next=>{
const focus=document.activeElement?.id,found=parts(next)
title=next.ownerDocument.title
stale.replaceChildren(...next.querySelector("#stale").childNodes)
own.dataset.poll=next.dataset.poll??""
const same=found.map(one=>one.id).join()===parts(own).map(one=>one.id).join()
if(!same)document.getElementById("parts").replaceChildren(...next.querySelector("#parts").childNodes)
else for(const part of found){
const old=document.getElementById(part.id)
if(old.innerHTML===part.innerHTML)continue
for(const name of old.getAttributeNames())old.removeAttribute(name)
for(const{name,value}of part.attributes)old.setAttribute(name,value)
old.replaceChildren(...part.childNodes)
if(part.dataset.part==="mark"){old.dataset.changed="";setTimeout(()=>delete old.dataset.changed,4e3)}
}
if(focus)document.getElementById(focus)?.focus({preventScroll:true})
}
document.addEventListener("visibilitychange",()=>{if(!document.hidden&&Date.now()>=due){set(true);ask()}})
document.getElementById("asks").hidden=false
plan(seconds()*(1+Math.random()/10))
})()`;
