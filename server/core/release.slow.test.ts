import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { freshDatabase } from '../testing/template.ts'
import { openDatabase, type Where } from './database/db.ts'
import { refuseUnknown, version } from './release.ts'
import { StartError } from './start-error.ts'

let where: Where
let remove: () => Promise<unknown>
beforeEach(async () => {
  ;({ where, remove } = await freshDatabase(inject('template')))
})
afterEach(() => remove())

const later = 4_000_000_000_000
/** Migrates the database like a later release. */
async function migrateLater(noted: boolean) {
  const { pool, close } = await openDatabase(where)
  await pool.query('reset role')
  await pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'x',
    later,
  ])
  if (noted)
    await pool.query('insert into drizzle.releases (migrated, version, migration) values ($1, $2, $3)', [
      later,
      '9.8.7',
      '0999_later',
    ])
  return close
}

test('a database that a newer release has migrated is refused with the names of both', async () => {
  await (await migrateLater(true))()
  const opened = openDatabase(where)
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(
    /^The database was brought up to date by Portreeve 9\.8\.7 \(migration 0999_later\), and this is Portreeve \d+\.\d+\.\d+ \(migration \d{4}_\w+\), which is older: start Portreeve 9\.8\.7 or a newer one\.$/,
  )
})

test('a newer release without a name is reported by the time of its migration', async () => {
  await (await migrateLater(false))()
  await expect(openDatabase(where)).rejects.toThrow(
    'by a newer Portreeve (migration of 2096-10-02T07:06:40.000Z), and this is Portreeve',
  )
})

test.runIf('folder' in inject('template'))(
  'a program that joins the running database of a newer release is refused, too',
  async () => {
    const close = await migrateLater(true)
    await expect(openDatabase(where)).rejects.toThrow('start Portreeve 9.8.7 or a newer one.')
    await close()
  },
)

test('a release records its migration once, and starts again on its own tables', async () => {
  await (await openDatabase(where)).close()
  const { pool, close } = await openDatabase(where)
  const { rows } = await pool.query('select version from drizzle.releases')
  await close()
  expect(rows).toHaveLength(1)
})

/** Notes another program, such as that of another release. */
async function programBy(version: string, digest?: string) {
  const { pool, close } = await openDatabase(where)
  await pool.query('reset role')
  await pool.query('update drizzle.program set version = $1, digest = coalesce($2, digest)', [
    version,
    digest,
  ])
  await close()
}

test('a database with the functions of a newer release is refused, unless they are the same', async () => {
  await programBy('99.10.0')
  await programBy('99.10.0', 'another')
  const opened = openDatabase(where)
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(
    /^The functions and triggers of the database are those of Portreeve 99\.10\.0, and this is Portreeve \d+\.\d+\.\d+, which is older: start Portreeve 99\.10\.0 or a newer one\.$/,
  )
})

test('the functions of an older release are replaced', async () => {
  await programBy('0.0.99', 'another')
  const { pool, close } = await openDatabase(where)
  const { rows } = await pool.query('select version from drizzle.program')
  await close()
  expect(rows).toEqual([{ version }])
})

test('a database with tables of before the baseline is refused with what to do', async () => {
  const { pool, close } = await openDatabase(where)
  await pool.query('reset role')
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1795725214032)")
  await close()
  const opened = openDatabase(where)
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(
    'folder' in where
      ? `PORTREEVE_DATA_DIR: the database in ${where.folder} was made before release 0.1.0, and no release can bring its tables up to date: delete this folder, and the next start makes a new one, or choose another folder.`
      : 'DATABASE_URL: the database was made before release 0.1.0, and no release can bring its tables up to date: start with an empty database.',
  )
})

test('a PostgreSQL that is too old is refused', async () => {
  const client = { query: async () => ({ rows: [{ server: '14.12 (Debian)' }] }) }
  await expect(refuseUnknown(client as never)).rejects.toThrow(
    'DATABASE_URL: the database is PostgreSQL 14.12 (Debian): Portreeve needs 15 or newer.',
  )
})
