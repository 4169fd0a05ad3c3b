import { handle } from "@/lib/server/http/handle";
import { getMe } from "@/lib/server/me";

export const GET = handle({}, ({ actor }) => getMe(actor));
