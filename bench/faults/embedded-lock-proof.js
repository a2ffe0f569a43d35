// Preloaded in every thread of a writer of embedded-lock.ts. Plain JavaScript, as Node 20 starts no TypeScript in
// a worker thread. The thread that runs the database claims the folder before it opens a file, then searches for another living claim:
// of two owners at least one sees the other. This needs no lock, so it proves the lock.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const exiting = 0x4
const folder = process.env.LOCK_PROOF ?? ''

/** The start time of a thread from the kernel, to distinguish a reused number; undefined when the thread is dead or dies. */
function livingSince(/** @type {string} */ thread) {
  let text
  try {
    text = readFileSync(join('/proc', thread, 'stat'), 'utf8')
  } catch {
    return undefined
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state = ''] = fields
  return 'ZX'.includes(state) || Number(fields[6]) & exiting ? undefined : fields[19]
}

if (!isMainThread) {
  mkdirSync(folder, { recursive: true })
  const self = readlinkSync('/proc/thread-self')
  const nameOf = (/** @type {string} */ thread) => `${thread.replaceAll('/', '-')}.claim`
  writeFileSync(join(folder, nameOf(self)), `${self} ${livingSince(self)}`)
  appendFileSync(join(folder, 'owners'), `${self}\n`)
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.claim') && one !== nameOf(self))) {
    let claim = ''
    try {
      claim = readFileSync(join(folder, name), 'utf8')
    } catch {
      continue
    }
    const [thread = '', since] = claim.split(' ')
    if (!since) continue
    if (livingSince(thread) === since)
      appendFileSync(join(folder, 'two-owners'), `${self} beside ${thread}\n`)
    else rmSync(join(folder, name), { force: true })
  }
}
