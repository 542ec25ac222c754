/**
 * The entry for development: React's hot reload must be installed before the first component is
 * loaded.
 */
import "@vitejs/plugin-react/preamble";
import "../entry.ts";
