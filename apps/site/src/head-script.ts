/**
 * Runs in the head before the first paint: the theme somebody chose, whether their cart has something, and whether their
 * cookie says they are a member, so that the header is right at once (`data-theme`, `data-cart`, `data-session` on
 * `<html>`). A page that is opened at its top lays out later what is below the window (`data-below`, until
 * `lay-out-below.ts` has done so); one that is loaded again, or gone back to, needs its whole height at once to stand where it stood. Kept to one line: it is in every document.
 */
export const headScript =
  'try{let d=document.documentElement.dataset,t=localStorage.getItem("theme");if(t)d.theme=t;' +
  'if(localStorage.getItem("uola.cart")||localStorage.getItem("cart"))d.cart="";' +
  'd.session=/(?:^|; )wrefreshToken=[^;]*member/.test(document.cookie)?"member":"visitor";' +
  'if(!location.hash&&self.requestIdleCallback&&performance.getEntriesByType("navigation")[0].type=="navigate")d.below="later"}catch{}';
