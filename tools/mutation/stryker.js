import { area } from './areas.js'

// Mutates in place: packages of the workspace are links into it, so a copy would run unmutated files. Run it in a clone of its own.
export default {
  mutate: area.mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.js', related: false },
  coverageAnalysis: 'perTest',
  // A mutant of a value that is made at import would need a new process each.
  ignoreStatic: true,
  inPlace: true,
  concurrency: 1,
  // On a busy machine a slow test must not count as a mutant that hangs.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  reporters: ['clear-text', 'progress-append-only'],
}
