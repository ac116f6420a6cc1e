// What to do about a receiver that answers a genuine webhook with a status other than 2xx.

const CHECK_SECRET =
  "check the secret: an endpoint that was registered without one has its own, shown in that answer alone; cpsandbox verify names the mistake";
const CHECK_URL = "check the path of the URL that was registered";

const STEPS: Readonly<Record<number, string>> = {
  401: CHECK_SECRET,
  403: CHECK_SECRET,
  404: CHECK_URL,
  405: CHECK_URL,
};

/** The next step after this status; undefined where only the receiver's own log knows. */
export function stepAfter(status: number): string | undefined {
  if (status >= 300 && status <= 399) return "redirects are not followed: register the URL of the redirect";
  return STEPS[status];
}
