import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { TestProject } from 'vitest/node'
import { openDatabase, type Where } from '../core/database/db.ts'
import { databaseOn, onPostgres } from './on-postgres.ts'

/** The source of a test file's fresh database: the data folder of an embedded one, or one on PostgreSQL. */
export type Template = { folder: string } | { url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

/** Creating a database takes seconds, copying one a fraction: each test file copies this one. */
export default async function setup(project: TestProject) {
  const url = process.env.DATABASE_URL
  if (url) {
    // The projects of one run share a process.
    const name = `portreeve_template_${process.pid}_${project.name}`
    await onPostgres(url, `create database ${name}`)
    const at = new URL(url)
    at.pathname = `/${name}`
    await makeTables({ url: at.toString() })
    project.provide('template', { url, name })
    return async () => {
      const left = await onPostgres(
        url,
        `select datname from pg_database where starts_with(datname, '${name}')`,
      )
      await onPostgres(url, ...left.map(({ datname }) => `drop database if exists ${datname} with (force)`))
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-template-'))
  await makeTables({ folder })
  project.provide('template', { folder })
  return () => rm(folder, { recursive: true, force: true })
}

/** Makes the tables. No decision of a test returns for a second look by chance: tests of these set the share. */
async function makeTables(where: Where) {
  const { db, close } = await openDatabase(where)
  await db.execute(sql`update desk_weights set second_look_percent = 0`)
  await close()
}

/** The drops of this worker, one after the other. What a worker that ends leaves is dropped after the run. */
let dropped: Promise<unknown> = Promise.resolve()
/** Resolves when the databases that this worker has removed are dropped. */
export const allDropped = () => dropped

/**
 * A copy of the template: a fresh database with all tables, and a function that removes it. PORTREEVE_TEST_POOLER is the address of
 * a pooler in transaction mode in front of the same PostgreSQL, with a user of its own: the calls then go through it.
 */
export async function freshDatabase(
  template: Template,
  parent = tmpdir(),
): Promise<{ where: Where; remove: () => Promise<void> }> {
  if ('folder' in template) {
    const folder = await mkdtemp(join(parent, 'portreeve-'))
    // It has 1,500 files: the asynchronous copy takes four times the processor time.
    cpSync(join(template.folder, 'postgres'), join(folder, 'postgres'), { recursive: true })
    return { where: { folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const { url, remove } = await databaseOn(template.url, template.name, template.name)
  const pooler = process.env.PORTREEVE_TEST_POOLER ? new URL(process.env.PORTREEVE_TEST_POOLER) : undefined
  if (pooler) pooler.pathname = new URL(url).pathname
  return {
    where: { url, ...(pooler ? { pooler: pooler.toString() } : {}) },
    // PostgreSQL writes all that is not written yet before it drops a database: the next file does not wait for that.
    remove: async () => {
      dropped = dropped.then(remove)
    },
  }
}
