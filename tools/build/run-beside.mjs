import { spawn } from 'node:child_process';

const run = (script) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: 'inherit' });
    child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
  });
const runInTurn = async ([script, ...others]) =>
  script === undefined ? 0 : (await run(script)) || runInTurn(others);

// `lint types,build` runs `lint` in parallel with `types` and then `build`. The compiler uses only one processor.
const codes = await Promise.all(process.argv.slice(2).map((turn) => runInTurn(turn.split(','))));
process.exitCode = Math.max(...codes);
