/**
 * Runs in the head before the first paint. Stores the chosen theme, whether the cart has items, and
 * whether a cookie indicates a signed-in member in attributes of `<html>` (`data-theme`,
 * `data-cart`, `data-session`), so that the header is correct at once. A page opened at its top
 * defers the layout of the content below the window (`data-below`, until `lay-out-below.ts` has
 * finished). A page that is reloaded or opened through the history needs its whole height at once
 * to restore the scroll position. The script is kept to one line, because it is in every document.
 */
export const headScript =
  'try{let d=document.documentElement.dataset,t=localStorage.getItem("theme");if(t)d.theme=t;' +
  'if(localStorage.getItem("uola.cart")||localStorage.getItem("cart"))d.cart="";' +
  'd.session=/(?:^|; )wrefreshToken=[^;]*member/.test(document.cookie)?"member":"visitor";' +
  'if(!location.hash&&self.requestIdleCallback&&performance.getEntriesByType("navigation")[0].type=="navigate")d.below="later"}catch{}';
