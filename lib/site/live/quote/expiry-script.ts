// Marks an open quote as expired. It is constant, so a content security policy can name its hash. Its data is in data attributes.

/**
 * Inline script. The quote expires by the device's clock or by the time since the page arrived, whichever is first. The script
 * keeps checking the title, because hydration writes it again.
 */
export const quoteExpiryScript = `(()=>{const q=document.querySelector("[data-expires-at]");if(!q)return;const start=Date.now(),end=Date.parse(q.dataset.expiresAt),left=Number(q.dataset.leftMs),word="Expired: ",look=()=>{const now=Date.now();if(now<end&&now-start<left)return;if(!document.title.startsWith(word))document.title=word+document.title;if("expired" in q.dataset)return;q.dataset.expired="";for(const e of document.querySelectorAll("[data-until-expiry]"))e.hidden=true;for(const e of document.querySelectorAll("[data-after-expiry]"))e.hidden=false};setInterval(look,1000);addEventListener("pageshow",look);document.addEventListener("visibilitychange",look);look()})()`;
