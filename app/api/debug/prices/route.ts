import { PriceTableSchema } from "@/lib/schema/span";
import { handle } from "@/lib/server/http/handle";
import { getPrices, putPrices } from "@/lib/server/prices";

export const GET = handle({}, () => getPrices());
export const PUT = handle({ body: PriceTableSchema }, ({ body }) => putPrices(body));
