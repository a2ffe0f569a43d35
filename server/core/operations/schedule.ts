import type { Context } from '../call/context.ts'
import { turns } from '../turns.ts'
import { startLoop } from './loop.ts'

/** Work that a server does again and again. Several processes may do it at the same time. */
export interface Task {
  /** Names the task in the log when it fails. */
  name: string
  /** Milliseconds between two runs. The first run is at the start. */
  every: number
  /** Gets a signal that ends a long run. A number that it returns is the wait before the next run, in milliseconds. */
  run: (ctx: Context, stop: AbortSignal) => Promise<unknown>
}

/** Tasks that run in parallel. They share the database's connections with the calls. */
const maxParallel = 4

/** Runs each task at its interval. Returns a function that stops them all. */
export function startSchedule(ctx: Context, tasks: readonly Task[]): () => Promise<void> {
  const inTurn = turns(maxParallel)
  const loops = tasks.map(({ name, every, run }) =>
    startLoop(
      every,
      (stop) => inTurn(async () => (stop.aborted ? undefined : run(ctx, stop))),
      (error) => ctx.log.error({ err: error }, name),
    ),
  )
  return async () => {
    await Promise.all(loops.map(({ stop }) => stop()))
  }
}

/** A task that deletes or updates old rows every ten minutes, by statements that run one after the other. */
export const cleanUp = (name: string, ...statements: string[]) =>
  ({
    name,
    every: 600_000,
    run: async ({ database }: Context) => {
      for (const statement of statements) await database.pool.query(statement)
    },
  }) satisfies Task
