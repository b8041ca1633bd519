// A quote left open goes visibly expired. Constant text, so that a content security policy can name its hash; what it needs stands in data attributes.

/**
 * Inline script. By the device's clock or by the time since the page came, whichever is over first: what held until then
 * is hidden, and what holds from then on is shown. The title is looked after for as long as the page stands: hydration
 * writes it again.
 */
export const quoteExpiryScript = `(()=>{const q=document.querySelector("[data-expires-at]");if(!q)return;const start=Date.now(),end=Date.parse(q.dataset.expiresAt),left=Number(q.dataset.leftMs),word="Expired: ",look=()=>{const now=Date.now();if(now<end&&now-start<left)return;if(!document.title.startsWith(word))document.title=word+document.title;if("expired" in q.dataset)return;q.dataset.expired="";for(const e of document.querySelectorAll("[data-until-expiry]"))e.hidden=true;for(const e of document.querySelectorAll("[data-after-expiry]"))e.hidden=false};setInterval(look,1000);addEventListener("pageshow",look);document.addEventListener("visibilitychange",look);look()})()`;
