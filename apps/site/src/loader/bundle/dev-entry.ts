/** The entry while developing: React's hot reload has to be there before the first component is. */
import "@vitejs/plugin-react/preamble";
import "../../entry.ts";
