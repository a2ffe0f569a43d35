// The check of a proof bundle (docs/export.md). It uses WebCrypto alone and imports nothing: the server and the command line
// import it, and the stand-alone page contains its lines (proof-page.ts).

export const format = 'portreeve-proof/1'

/**
 * JSON with the keys in order and no spaces (RFC 8785), so that the same value always has the same digest.
 * @param {unknown} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

// The texts that are hashed or signed. A first word separates their kinds.

/**
 * Of a field of an audit row, with the salt that keeps a hidden one from being guessed.
 * @param {string} name @param {string} salt @param {unknown} value
 */
export const fieldText = (name, salt, value) => canonical(['field', name, salt, value])
/** Of all fields of a row. A hidden one has no name either: it may be a person's. @param {readonly string[]} digests */
export const fieldsText = (digests) => canonical(['fields', digests])
/** Of what was done: when, what, by which role, on which kind of record. @param {string} salt @param {object} deed */
export const deedText = (salt, deed) => canonical(['deed', salt, deed])
/**
 * Of a row: its number, that of the row before it about the same record, and the digests of its two parts.
 * @param {number} id @param {number | null} prior @param {string} deed @param {string} fields
 */
export const rowText = (id, prior, deed, fields) => canonical(['row', id, prior, deed, fields])
/** Of a head. @param {object} head */
export const headText = (head) => `portreeve audit head\n${canonical(head)}`
/** Of a bundle. @param {string} made_at @param {object} parts */
export const sealText = (made_at, parts) => `${format}\n${canonical({ made_at, parts })}`

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
const hexOf = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('')
function fromBase64(text) {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  // Bits behind the last byte would change the text and not its bytes.
  if (btoa(atob(plain)).replaceAll('=', '') !== plain) throw new Error('a key or signature is not base64url')
  return Uint8Array.from(atob(plain), (one) => one.charCodeAt(0))
}
const utf8 = (text) => new TextEncoder().encode(text)
const sha256 = async (bytes) => hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
const digestOf = (text) => sha256(utf8(text))

/** The hashes of a Merkle tree of RFC 6962: a leaf begins with 0, a node with 1. */
const leafOf = (text) => sha256(Uint8Array.of(0, ...utf8(text)))
const nodeOf = (left, right) => sha256(Uint8Array.of(1, ...bytesOf(left), ...bytesOf(right)))

/**
 * The root to which a path leads from a leaf; null if the path has another length than the leaf's place demands.
 * @param {string} leaf @param {number} index @param {number} size @param {readonly string[]} path
 * @returns {Promise<string | null>}
 */
export async function rootOf(leaf, index, size, path) {
  let [root, used] = [leaf, 0]
  if (!Number.isInteger(index) || index < 0 || index >= size) return null
  for (let [at, width] = [index, size]; width > 1; at = Math.floor(at / 2), width = Math.ceil(width / 2)) {
    if (at === width - 1 && at % 2 === 0) continue
    const side = path[used++]
    if (!/^[0-9a-f]{64}$/.test(side)) return null
    root = at % 2 === 1 ? await nodeOf(side, root) : await nodeOf(root, side)
  }
  return used === path.length ? root : null
}

async function isSigned(x, text, signature) {
  const key = await crypto.subtle.importKey('raw', fromBase64(x), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, fromBase64(signature), utf8(text))
}

/** The fingerprint of a public key: SHA-256 of its 32 bytes. @param {string} x */
export const fingerprintOf = (x) => sha256(fromBase64(x))

/** Whether a text has a key twice in one object: two readers could read two values. */
function repeatsKey(text, value) {
  const count = (one) =>
    typeof one === 'object' && one !== null
      ? (Array.isArray(one) ? 0 : Object.keys(one).length) +
        Object.values(one).reduce((sum, inner) => sum + count(inner), 0)
      : 0
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon)
  return written.length !== count(value)
}

/** A sentence where an object has other keys than these. */
const keysOf = (what, value, ...keys) =>
  canonical(Object.keys(value).sort()) === canonical(keys.sort())
    ? []
    : [`${what}: has other fields than it should`]

/** The digest of a row's deed or fields, computed from what is shown, or as it stands in place of what is hidden. */
async function partOf(part, shown) {
  if (part.why === undefined) return shown(part)
  return 'value' in part || 'list' in part ? 'shown and hidden' : part.digest
}
const deedDigest = ({ deed }) => partOf(deed, ({ salt, value }) => digestOf(deedText(salt, value)))
const fieldsDigest = ({ fields }) =>
  partOf(fields, async ({ list }) => {
    const digests = await Promise.all(
      list.map((one) => partOf(one, ({ name, salt, value }) => digestOf(fieldText(name, salt, value)))),
    )
    return digestOf(fieldsText(digests))
  })

/** The head without what is added to it: what is signed, and hashed into later heads. */
const bodyOf = ({ n, first, last, root, heads, at, key }) => ({ n, first, last, root, heads, at, key })

/** Checks that each earlier head is in the tree of the newest one, and that their rows follow each other. */
async function headFaults({ head, heads }) {
  const faults = []
  const all = [...heads, head]
  for (const [at, one] of all.entries()) {
    const before = all[at - 1]
    if (one.n === 1 ? one.first !== 1 : before?.n === one.n - 1 && one.first !== before.last + 1)
      faults.push(`head ${one.n}: does not follow the head before it`)
    if (before && (before.n >= one.n || before.last >= one.first))
      faults.push(`head ${one.n}: is not in order`)
    if (one === head) continue
    const root = await rootOf(await leafOf(headText(bodyOf(one))), one.n - 1, head.n - 1, one.path)
    if (root !== head.heads) faults.push(`head ${one.n}: is none of those before head ${head.n}`)
  }
  return faults
}

/** Checks that each row is in its head, and that the rows of a record follow each other without a gap. */
async function rowFaults({ head, heads, records }) {
  const faults = []
  const known = new Map([...heads, head].map((one) => [one.n, one]))
  for (const { kind, id, rows } of records) {
    let prior = null
    for (const row of rows) {
      const at = known.get(row.head)
      const leaf = await leafOf(rowText(row.id, row.prior, await deedDigest(row), await fieldsDigest(row)))
      const root = at && (await rootOf(leaf, row.id - at.first, at.last - at.first + 1, row.path))
      if (!at || root !== at.root) faults.push(`row ${row.id}: is not as head ${row.head} has it`)
      if (row.prior !== prior)
        faults.push(`row ${row.id}: rows of ${kind} ${id} before it are missing, or in another order`)
      const subject = row.fields.list?.find(({ name }) => name === 'subject_id')
      if (subject && subject.why === undefined && subject.value !== id)
        faults.push(`row ${row.id}: is not about ${kind} ${id}`)
      if (row.deed.why === undefined && row.deed.value.kind !== kind)
        faults.push(`row ${row.id}: is not about a ${kind}`)
      prior = row.id
    }
  }
  return faults
}

/** What the rows do not show, by its ground. */
function omissionsOf({ records }) {
  const found = new Map()
  for (const { deed, fields } of records.flatMap(({ rows }) => rows))
    for (const { why } of deed.why === undefined ? [fields, ...(fields.list ?? [])] : [deed])
      if (why !== undefined) found.set(why, (found.get(why) ?? 0) + 1)
  return [...found].map(([why, count]) => ({ what: 'Parts of rows of the audit log', count, why }))
}

/**
 * Checks the text of a bundle. Its key proves nothing by itself: the reader compares the fingerprint with the published one.
 * @param {string} text
 * @param {readonly string[]} [trusted] fingerprints that the reader knows
 * @returns {Promise<{ faults: string[], lines: string[] }>} what is wrong, and what was checked
 */
export async function verifyProof(text, trusted) {
  try {
    const bundle = JSON.parse(text)
    const { file, digest, proof } = bundle
    const { key, head, made_at, parts, seal, heads, records, versions } = proof
    if (proof.format !== format) return { faults: [`This is no bundle of the format ${format}.`], lines: [] }
    const faults = [
      ...(repeatsKey(text, bundle) ? ['the file: has a field twice in one object'] : []),
      ...keysOf('the file', bundle, 'file', 'digest', 'signature', 'proof'),
      ...keysOf(
        'the proof',
        proof,
        'format',
        'made_at',
        'key',
        'head',
        'heads',
        'records',
        'versions',
        'parts',
        'seal',
      ),
      ...keysOf('the key', key, 'id', 'x'),
    ]
    const fingerprint = await fingerprintOf(key.x)
    if (fingerprint !== key.id || head.key !== key.id)
      faults.push('the key: is not the one that it is called')
    if (trusted && !trusted.includes(fingerprint)) faults.push('the key: is none of those that you trust')
    if (!(await isSigned(key.x, sealText(made_at, parts), seal)))
      faults.push('the bundle: its signature is wrong')
    if (!(await isSigned(key.x, headText(bodyOf(head)), head.signature)))
      faults.push(`head ${head.n}: its signature is wrong`)
    const present = { file, digest, signature: bundle.signature, head, heads, records, versions }
    faults.push(...keysOf('the list of parts', parts, ...Object.keys(present)))
    for (const [name, part] of Object.entries(present))
      if ((await digestOf(canonical(part))) !== parts[name]) faults.push(`${name}: was changed`)
    if ((await digestOf(canonical(file))) !== digest) faults.push('file: does not have its digest')
    faults.push(...(await headFaults(proof)), ...(await rowFaults(proof)))
    const stamps = [...heads, head].filter(({ stamp }) => stamp !== undefined).length
    const omitted = [...file.left_out, ...omissionsOf(proof)]
    return {
      faults,
      lines: [
        `made at ${made_at}, up to row ${head.last} of the audit log (head ${head.n} of ${head.at})`,
        ...records.map(({ kind, id, rows }) => `${kind} ${id}: ${rows.length} rows of the audit log`),
        `${versions.length} versions of records`,
        ...(stamps > 0 ? [`${stamps} time stamps (RFC 3161): “npx portreeve verify” checks them`] : []),
        ...omitted.map(({ what, count, why }) => `left out: ${what} (${count ?? 'not counted'}): ${why}`),
        `key ${fingerprint}`,
        trusted
          ? 'It is compared with the key that you gave.'
          : 'COMPARE this key with /.well-known/portreeve-audit.json of the server, or with paper: anyone can sign with a key of their own.',
      ],
    }
  } catch (error) {
    const isOld = error.name === 'NotSupportedError' || globalThis.crypto?.subtle === undefined
    const words = isOld
      ? 'This browser does not know Ed25519: use a newer one, or “npx portreeve verify”.'
      : `This is no bundle that can be read (${error.message}).`
    return { faults: [words], lines: [] }
  }
}
