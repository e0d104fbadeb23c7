/**
 * The one script of a status page: from `data-until` on it marks the page as old, in colour and in words. It asks nobody
 * for anything, so a saved copy does the same.
 */
export const pageScript =
  "(()=>{let r=document.documentElement,u=Date.parse(r.dataset.until),m=()=>{let l=u-Date.now();if(l>0)return setTimeout(m,Math.min(l,3e4)+9);r.classList.add('old');document.getElementById('made').textContent=r.dataset.old};u&&m()})()";
