import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const buttonStyles = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border whitespace-nowrap transition-colors select-none disabled:opacity-45 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "border-line bg-panel text-text enabled:hover:bg-hover",
        primary: "border-text bg-text font-medium text-bg enabled:hover:opacity-85",
        ghost: "border-transparent bg-transparent text-muted enabled:hover:bg-hover enabled:hover:text-text",
        danger: "border-line bg-panel text-bad enabled:hover:bg-bad-bg",
      },
      size: { md: "h-7 px-2.5", sm: "h-6 px-2 text-sm", icon: "size-7 p-0", "icon-sm": "size-6 p-0" },
    },
    defaultVariants: { variant: "default", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonStyles>;

export function Button({ className, variant, size, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={cn(buttonStyles({ variant, size }), className)} {...props} />;
}
