// Begins the page: takes the token of the address, follows the sandbox, and draws.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { goLive, queryClient } from "./api/live.ts";
import { takeTokenFromAddress } from "./api/token.ts";
import { router } from "./routes.tsx";
import { applyTastes } from "./shell/tastes.ts";
import { TokenGate } from "./shell/token-gate.tsx";
import "./styles.css";

takeTokenFromAddress();
applyTastes();
goLive();
const place = document.getElementById("page");
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <TokenGate>
            <RouterProvider router={router} />
          </TokenGate>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
