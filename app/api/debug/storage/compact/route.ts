import { NoBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { compactStorage } from "@/lib/server/storage";

export const POST = handle({ body: NoBodySchema }, () => compactStorage());
