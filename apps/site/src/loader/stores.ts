/** What the service worker's stores are called, beside the one of the offline pages, which is named by their versions. */
export const pagesStore = "pages";
/** What is only for who is signed in; it goes when they do. */
export const personalStore = "personal";
