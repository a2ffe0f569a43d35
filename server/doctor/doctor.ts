import { StartError } from '../core/start-error.ts'
import { sentenceOf } from '../settings/process.ts'
import { program } from '../settings/program.ts'
import type { Environment } from '../settings/variables.ts'
import { upgradeCopy } from './doctor-copy.ts'
import { databaseChecks } from './doctor-database.ts'
import { machineChecks } from './doctor-machine.ts'
import {
  type Check,
  databaseVariables,
  type Found,
  fail,
  ok,
  patience,
  readAll,
  type SetUp,
  setUpOf,
  warn,
  withoutSecrets,
} from './doctor-setup.ts'
import { signInChecks } from './doctor-sign-in.ts'
import { storedChecks } from './doctor-stored.ts'
import { vendorChecks } from './doctor-vendors.ts'

/** The command's usage. --help prints it. */
export const doctorUsage = `Usage: ${program} doctor [--json] [--copy URL] [--environment NAME]

  Checks, before a start or an upgrade, the set-up that serve would have with the same variables: each line is ok, warn or fail, what was checked, and a
  sentence that says what to do. It changes nothing, and needs no running server. It ends with 1 when a line is fail.

  --json    prints an array of {"check", "state", "sentence"}
  --copy    the address of a copy of the database, such as a restored backup: runs the upgrade there, and says how long it took
`

/** What a check found, as it is printed. */
export interface Line extends Found {
  check: string
}

/** Every check, in the order of the output. */
export const checks: readonly Check[] = [
  ...machineChecks,
  ...databaseChecks,
  ...storedChecks,
  ...signInChecks,
  ...vendorChecks,
]

/** Runs every check on a set-up: one that fails stops no other. */
export async function examine(
  given: Environment,
  { free, copy }: { free?: SetUp['free']; copy?: string | undefined } = {},
): Promise<Line[]> {
  const read = readAll(given)
  const problems = [...read.problems.keys()].map(fail).concat(read.warnings.map(warn))
  const variables = problems.length > 0 ? problems : [ok('Every variable is valid.')]
  const wrong = [...read.problems.values()].flat()
  const set = setUpOf(read, free)
  const isWrong = (reads: RegExp) => wrong.some((name) => reads.test(name))
  try {
    // The embedded database is in this machine: it takes its time to open, and no check's.
    if ('folder' in set.settings.where && !isWrong(databaseVariables)) await set.connect().catch(() => {})
    const found = await Promise.all(
      checks.filter(({ reads }) => !isWrong(reads)).map((check) => lines(check, set)),
    )
    // Afterwards, as it takes as long as the upgrade.
    const upgrade = copy === undefined ? [] : await upgradeCopy(set, copy).catch(asFound)
    const all = [...named('variables', variables), ...found.flat(), ...named('upgrade of the copy', upgrade)]
    // A data folder that cannot be used is a problem of the folder and of the database in it.
    const once = all.filter(({ sentence }, at) => all.findIndex((one) => one.sentence === sentence) === at)
    return once.map((line) => ({
      ...line,
      sentence: withoutSecrets({ ...given, copy }, line.sentence),
    }))
  } finally {
    await set.close()
  }
}

const named = (check: string, found: Found[]): Line[] => found.map((one) => ({ check, ...one }))

const asFound = (error: unknown): Found[] => [
  fail(
    error instanceof StartError
      ? error.message
      : sentenceOf(error, {}).replace(/ PORTREEVE_LOG=debug says where\.$/, ''),
  ),
]

async function lines(check: Check, set: SetUp): Promise<Line[]> {
  const limit = patience + 1000
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<Found[]>((done) => {
    timer = setTimeout(
      () =>
        done([fail(`${check.name} gave no answer in ${limit / 1000} s: check its address and the network.`)]),
      limit,
    )
  })
  const run = check.run(set).catch(asFound)
  return named(check.name, await Promise.race([run, over]).finally(() => clearTimeout(timer)))
}

/** `portreeve doctor`. Returns the exit code: 1 when something must be corrected before a start. */
export async function doctorCommand(
  words: string[],
  {
    json,
    copy,
    env,
    print = console.info,
  }: { json: boolean; copy?: string | undefined; env: Environment; print?: (text: string) => void },
): Promise<number> {
  if (words.length > 0) {
    console.error(doctorUsage)
    return 2
  }
  const found = await examine(env, { copy })
  if (json)
    print(
      JSON.stringify(
        found.map(({ check, state, sentence }) => ({ check, state, sentence })),
        null,
        2,
      ),
    )
  else
    for (const { check, state, sentence } of found) print(`${state.padEnd(6)}${check.padEnd(24)}${sentence}`)
  return found.some(({ state }) => state === 'fail') ? 1 : 0
}
