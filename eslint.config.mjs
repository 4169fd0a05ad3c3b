import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

/** Next.js loads these by their default export; everything else is exported by name. */
const DEFAULT_EXPORTS = [
  "app/**/{page,layout,error,global-error,not-found,loading,template,default,icon,apple-icon,manifest,robots,sitemap}.{ts,tsx}",
  "*.config.{ts,mjs}",
];

export default tseslint.config(
  { ignores: [".next/**", "node_modules/**", "coverage/**", "next-env.d.ts", "**/.retrograph/**", "test/support/broken/**"] },
  ...next,
  {
    files: ["**/*.{ts,tsx,mts}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Interfaces of savers, models and streams ask for async methods; not each has something to wait for.
      "@typescript-eslint/require-await": "off",
      "no-console": ["error", { allow: ["warn", "error"] }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-restricted-syntax": [
        "error",
        { selector: "TSEnumDeclaration", message: "Use a union of string literals instead of an enum." },
        { selector: "ExportAllDeclaration", message: "No barrels: import from the file that defines the name." },
      ],
    },
  },
  {
    rules: {
      // These three speak for the React Compiler, which is not used; values kept by the browser can only be read after mounting.
      "react-hooks/incompatible-library": "off",
      "react-hooks/preserve-manual-memoization": "off",
      "react-hooks/set-state-in-effect": "off",
    },
  },
  {
    // No React here: a function may be called use….
    files: ["graphs/**", "lib/{cli,graph,kit,runner,schema,server,source,store}/**", "test/**/*.ts", "*.ts"],
    rules: { "react-hooks/rules-of-hooks": "off", "@next/next/no-assign-module-variable": "off" },
  },
  {
    files: ["**/*.{ts,tsx,mts,mjs}"],
    ignores: DEFAULT_EXPORTS,
    rules: { "import/no-default-export": "error" },
  },
  { files: ["*.config.{ts,mjs}"], rules: { "import/no-anonymous-default-export": "off" } },
  {
    // A test's fakes and fixtures cross type boundaries on purpose; what it asserts is checked when it runs.
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    // Workflows of the tests are written the way people write them; programs for a terminal write to it.
    files: ["test/**", "lib/cli/**"],
    rules: { "no-console": "off", "import/no-default-export": "off", "@typescript-eslint/require-await": "off" },
  },
);
