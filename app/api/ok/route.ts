import { handle } from "@/lib/server/http/handle";

export const GET = handle({ isPublic: true }, () => ({ ok: true }));
