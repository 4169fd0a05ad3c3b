import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { LoginForm } from "@/components/home/login-form";
import { getSettings } from "@/lib/server/settings";

export const metadata: Metadata = { title: "Log in" };

export default async function Page() {
  await connection();
  if (getSettings().RETROGRAPH_TOKEN === undefined) redirect("/");
  return <LoginForm />;
}
