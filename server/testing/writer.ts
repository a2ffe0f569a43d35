import { openDatabase } from '../core/database/db.ts'

// A separate process for embedded.test.ts: writes pairs of rows into a folder's database until it is killed.
const { pool } = await openDatabase({ folder: process.argv[2] ?? '' })
await pool.query('create table if not exists pairs (a int, b int)')
for (let i = 0; ; i++) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into pairs values ($1, 1)', [i])
  await client.query('insert into pairs values ($1, 2)', [i])
  await client.query('commit')
  client.release()
  process.stdout.write(`${i}\n`)
}
