import { LoginBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { signIn, signOut } from "@/lib/server/http/sign-in";

export const POST = handle({ body: LoginBodySchema, isPublic: true }, ({ body }) => signIn(body.token));

export const DELETE = handle({ isPublic: true }, () => signOut());
