/** Request headers by which the proxy tells a page what it cannot know itself; a client's own are overwritten. */

/** The path and query a page was asked for, so that signing in can lead back to it. */
export const addressHeader = 'x-vamplate-address';

/** The nonce of the page's content policy: for the root layout and for libraries that add style elements. */
export const nonceHeader = 'x-nonce';
