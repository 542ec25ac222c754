export { createPriceList, type Priced, type PriceList } from "./price-list.ts";
