import { existsSync } from 'node:fs';

// A production install leaves out what a build needs, and the shell would only say that some program is not found.
const missing = ['typescript', 'rolldown'].filter(
  (name) => !existsSync(new URL(`../../node_modules/${name}`, import.meta.url)),
);
if (missing.length > 0) {
  process.stderr.write(
    `Paylink cannot be built: ${missing.join(' and ')} not installed. Run \`npm ci --include=dev\`; what was built before starts with \`node dist/paylink/index.js\`.\n`,
  );
  // sysexits.h: EX_CONFIG.
  process.exitCode = 78;
}
