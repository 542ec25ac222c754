// Made by packages/art/tools/generate.ts.
import type { Drawing } from "../headline.ts";

export const wordmark: Drawing = {
  "width": 1974,
  "height": 725,
  "body": "<g fill=\"currentColor\" transform=\"translate(0 675)\"><path transform=\"translate(0)\" d=\"M225 4Q339 4 387 -33Q436 -70 436 -153L436 -675L251 -675L251 -178Q251 -153 246 -141Q241 -129 225 -129Q208 -129 203 -141Q198 -153 198 -178L198 -675L13 -675L13 -153Q13 -70 62 -33Q111 4 225 4Z\"/><g transform=\"translate(1167)\"><path transform=\"translate(0)\" d=\"M13 0L302 0L302 -130L197 -130L197 -675L13 -675Z\"/><path transform=\"translate(330)\" d=\"M10 0L197 0L206 -154L256 -154L265 0L453 0L372 -676L88 -676ZM213 -286L230 -548L233 -548L250 -286Z\"/></g></g><svg x=\"507\" y=\"125\" width=\"590\" height=\"590\" viewBox=\"-3 -1.5 102.5 104\"><clipPath id=\"wm\"><path id=\"wmp\" fill-rule=\"evenodd\" clip-rule=\"evenodd\" d=\"M12.3 17.9Q25.5 5.2 43.3 0.7L46.3 -0.1Q67 -5.3 82.9 8.2Q98.8 21.7 99.3 43Q99.8 64.2 89.6 79.2Q79.3 94.1 56.3 100L54.2 100.6Q32.4 106.2 18.2 92Q4 77.8 -1.1 58.1L-1.7 55.8Q-6.8 36.3 7.6 22.4Z\"/></clipPath><use href=\"#wmp\" fill=\"#d43c1a\"/><g clip-path=\"url(#wm)\"><use href=\"#wmp\" x=\"-4.5\" y=\"-5.5\" fill=\"#ff5c38\"/></g><ellipse cx=\"47.75\" cy=\"43.25\" rx=\"8.5\" ry=\"8.5\" fill=\"#0c1a4b\"/></svg>"
};
