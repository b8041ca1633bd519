// For the specs of this folder that still read the client at its old place.
export { BLOCK_MS, BTC_TO_ETH, get, NOW, quotePath, send } from "../../support/sample-client.ts";
