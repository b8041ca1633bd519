// Site room: a quote left open goes visibly expired. Constant text, so that a content security policy can name its hash; what it needs stands in data attributes.

/**
 * Inline script. By the device's clock or by the time since the page came, whichever is over first: what held until then
 * is hidden, and what holds from then on is shown.
 */
export const quoteExpiryScript = `(()=>{const q=document.querySelector("[data-expires-at]");if(!q)return;const start=Date.now(),end=Date.parse(q.dataset.expiresAt),left=Number(q.dataset.leftMs),look=()=>{const now=Date.now();if(now<end&&now-start<left)return;clearInterval(timer);if("expired" in q.dataset)return;q.dataset.expired="";for(const e of document.querySelectorAll("[data-until-expiry]"))e.hidden=true;for(const e of document.querySelectorAll("[data-after-expiry]"))e.hidden=false;document.title="Expired: "+document.title},timer=setInterval(look,1000);addEventListener("pageshow",look);document.addEventListener("visibilitychange",look);look()})()`;
