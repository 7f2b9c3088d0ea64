// The app, loaded and not yet begun: a killed process is followed at once. It begins with the environment that comes
// as one line of JSON, as dist/paylink/index.js does with its own.
//   node standby.mjs [load <one file>]
//   node standby.mjs compile <one file>
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import vm from 'node:vm';

const [act, oneFile] = process.argv.slice(2);

const compile = (options) =>
  new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(oneFile, 'utf8')}\n})`,
    { filename: oneFile, importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER, ...options },
  );

const load = (script) => {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(oneFile), module, oneFile, dirname(oneFile));
  return module.exports;
};

if (act === 'compile') {
  const script = compile({});
  load(script);
  // What was needed to load it is in it.
  writeFileSync(`${oneFile}.compiled`, script.createCachedData());
  process.exit(0);
}

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort(signal));

const { runProcess } =
  act === 'load'
    ? load(compile({ cachedData: readFileSync(`${oneFile}.compiled`) }))
    : await import('../../dist/src/run-process.js');

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  lines.close();
  process.stdin.resume().unref();
  void runProcess(JSON.parse(line), stopping.signal);
});
// Its parent has ended.
process.stdin.once('end', () => process.exit(0));
