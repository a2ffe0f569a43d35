import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { isPersonal } from '@portreeve/contract/base/personal'
import { type CaseChoice, maxCaseMessages } from '@portreeve/contract/desk/case-files'
import { User } from '@portreeve/contract/people/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAudit } from '../core/audit/audit.ts'
import { auditKey, useServer } from '../testing/harness.ts'

const s = useServer()
const own = 'uid-own-11'
const other = 'uid-other-22'

/** A value for each personal field of another person, in the form of its field. */
const planted: Record<string, string> = {
  displayName: 'Petra Planted',
  email: 'petra.planted@mail.example',
  phone_number: '+49 171 9988776',
  last_ip: '198.51.100.77',
  oneSignalId: '5b1c2a88-planted-push',
  stripe_customer_id: 'cus_planted123',
  stripe_connect_id: 'acct_planted123',
}
const said = `${Object.values(planted).join(' and ')}, I am ${other}`
const at = (day: number) => new Date(Date.UTC(2026, 4, day)).toISOString()

const none: CaseChoice = {
  ...{ purpose: 'Police of Wrocław, Art. 6 (1) c GDPR', transactions: [], listings: [], conversations: [] },
  ...{ reports: false, decisions: false, reads: false, staff_names: false },
}
const all: CaseChoice = {
  ...{ ...none, reports: true, decisions: true, reads: true },
  ...{ transactions: ['sale-1'], listings: ['listing-1'], conversations: [{ id: `${own}_${other}` }] },
}
const make = async (choice: Partial<CaseChoice>, uid = own, as: 'admin' | 'support' = 'admin') =>
  s.call(as, api.caseFiles.make, { params: { uid }, body: { ...none, ...choice } })
const made = async (choice: Partial<CaseChoice>) => {
  const { status, body } = await make(choice)
  expect([status, body.error_message]).toEqual([200, undefined])
  return body.data
}

beforeAll(async () => {
  await s.token('support')
  await s.token('admin')
  await s.addUser({
    uid: own,
    displayName: 'Olga Own',
    email: 'olga@mail.example',
    phone_number: '+15550107777',
  })
  await s.addUser({ uid: other, ...planted })
  await s.addUser({ uid: 'uid-third-33', displayName: 'Third' })
  await s.make.sale('sale-1', {
    ...{ seller_uid: other, purchaser_uid: own, product_title: `Bike of ${said}`, tracking_number: '1Z999' },
    ...{ seller_display_name: planted.displayName as string, purchaser_display_name: 'Olga Own' },
  })
  await s.make.sale('sale-2', { seller_uid: other, purchaser_uid: 'uid-third-33' })
  await s.make.userReport({
    id: 'report-1',
    reporting_uid: own,
    reporter_uid: other,
    report_reason_id: `threat by ${planted.email}`,
    input: `Threatens me: ${said}`,
  })
  await s.make.dispute({ id: 'dispute-1', transaction_id: 'sale-1', creator_uid: own, buyer_statement: said })
  await s.make.listing({ key: 'listing-1', creatorUID: own, title: 'A lamp', description: `Ask ${said}` })
  await s.make.listing({ key: 'listing-2', creatorUID: own, title: 'Not chosen' })
  const id = `${own}_${other}`
  await s.make.conversation({ id })
  await s.make.member({ conversation_id: id, uid: own, name: 'Olga', position: 0 })
  await s.make.member({ conversation_id: id, uid: other, name: 'Petra P.', position: 1 })
  await s.make.message(
    { id: 'm1', conversation_id: id, senderID: other, text: said, date: at(1) },
    { id: 'm2', conversation_id: id, senderID: own, text: 'Petra, write to olga@mail.example', date: at(2) },
    {
      id: 'm3',
      conversation_id: id,
      senderID: other,
      type: 1,
      mediaURL: `https://x.example/${other}.jpg`,
      date: at(3),
    },
    { id: 'm4', conversation_id: id, senderID: own, text: 'last', date: at(4) },
  )
  const messagesId = (
    await s.query<{ id: string }>('select conversations_messages_id as id from conversations')
  )[0]?.id
  await s.call('support', api.conversations.messages, { params: { id, messagesId: messagesId ?? '' } })
  await s.call('support', api.conversations.between, { query: { from: other, to: own } })
  const effect = await s.call('support', api.users.effect, { params: { uid: own } })
  await s.call('support', api.users.ban, {
    params: { uid: own },
    query: { seen: effect.body.data.digest },
    body: { ban_reason: `Deceived ${said}` },
  })
  await s.ctx.database.db.transaction((tx) =>
    writeAudit(tx, auditKey, { uid: 'staff-admin', role: 'admin' }, 'transactions.refund', {
      subject: ['transaction', 'sale-1'],
      reason: said,
      after: { refund: 2000, email: planted.email },
    }),
  )
})

describe('a case file', () => {
  test('is only for admins, of an existing person', async () => {
    expect((await make(all, own, 'support')).status).toBe(403)
    expect((await make(all, 'nobody')).status).toBe(404)
  })

  test('has nothing that is personal to another person, and each bar has its ground', async () => {
    const { file } = await made(all)
    const fields = Object.entries(User.shape).filter(([, schema]) => isPersonal(schema))
    expect(fields.map(([field]) => planted[field])).not.toContain(undefined)
    const text = JSON.stringify(file)
    for (const value of [
      ...Object.values(planted),
      other,
      'Petra',
      'Planted',
      '9988776',
      '1Z999',
      'pi_sale-1',
    ])
      expect([value, text.toLowerCase().includes(value.toLowerCase())]).toEqual([value, false])
    expect(text).not.toContain('The support')
    const [told] = file.conversations
    expect(told?.members).toEqual(['Olga Own', 'Person A'])
    expect(told?.messages.map(({ from, text, attached }) => [from, text ?? attached])).toEqual([
      [
        'Person A',
        expect.stringMatching(/^█████ \[name of Person A\] and █████ \[email address of Person A\]/),
      ],
      ['Olga Own', '█████ [name of Person A], write to olga@mail.example'],
      ['Person A', '█████ [image of Person A]'],
      ['Olga Own', 'last'],
    ])
    expect(file.transactions).toMatchObject([
      { seller: 'Person A', buyer: 'Olga Own', price: 2000, disputes: [{ by: 'Olga Own' }] },
    ])
    expect(file.reports).toEqual([
      {
        ...{ at: expect.any(String), by: 'Person A', state: 'open' },
        reason: 'threat by █████ [email address of Person A]',
        text: expect.stringMatching(/^Threatens me: █████ \[name of Person A\]/),
      },
    ])
    expect(file.person).toMatchObject({ uid: own, email: 'olga@mail.example', phone_number: '+15550107777' })
  })

  test('has the decisions, and who read what', async () => {
    const { file } = await made(all)
    expect(file.decisions.map(({ by, action, figures }) => [by, action, figures])).toEqual([
      ['Support B', 'users.ban', { isBanned: true }],
      ['Admin A', 'transactions.refund', { refund: 2000 }],
    ])
    const shown = { from: at(1), to: at(4), messages: 4 }
    expect(file.reads.slice(0, 2).map(({ by, action, shown }) => [by, action, shown])).toEqual([
      ['Support B', 'conversations.messages', shown],
      ['Support B', 'conversations.between', shown],
    ])
    expect(file.reads[1]?.about).toEqual({ kind: 'user', id: 'Person A' })
    const named = (await made({ ...all, staff_names: true })).file
    expect([named.made_by, named.decisions[0]?.by]).toEqual(['The admin', 'The support'])
  })

  test('says what it leaves out, and why', async () => {
    const { file } = await made({ conversations: [{ id: `${own}_${other}`, from: at(2), to: at(3) }] })
    expect(file.conversations[0]?.messages).toHaveLength(2)
    const left = new Map(file.left_out.map(({ what, count }) => [what, count]))
    expect(Object.fromEntries(left)).toMatchObject({
      ...{ 'Messages of the conversations': 2, Transactions: 1, Listings: 2, 'Images that others sent': 1 },
      'Reports about the person': 1,
      ...{ 'Decisions of staff': null, 'Reads by staff': null, 'Names of staff': expect.any(Number) },
    })
    expect([left.get('Conversations'), file.decisions, file.reads]).toEqual([undefined, [], []])
  })

  test('refuses what is too much, what is gone, and what is another person’s', async () => {
    await s.make.conversationOf('long', own, other)
    await s.query(`insert into messages (id, conversation_id, sender_id, text, date)
      select 'long-' || n, 'long', '${own}', 'x', now() from generate_series(1, ${maxCaseMessages + 1}) n`)
    const refusal = async (choice: Partial<CaseChoice>) => {
      const { status, body } = await make(choice)
      return [status, body.error_message]
    }
    expect(await refusal({ conversations: [{ id: 'long' }] })).toEqual([
      422,
      expect.stringContaining(`have ${maxCaseMessages + 1} messages`),
    ])
    const many = Array.from({ length: 150 }, (_, n) => `t${n}`)
    expect(await refusal({ transactions: many, listings: many })).toEqual([
      422,
      '300 records are chosen. A file has 200 at most.',
    ])
    expect(await refusal({ transactions: ['sale-1', 'sale-2', 'gone'] })).toEqual([
      422,
      'These records are gone, or are not of this person: sale-2, gone.',
    ])
    expect((await make({ purpose: ' ' })).status).toBe(400)
    expect((await make({ conversations: [{ id: 'long', from: at(2), to: at(1) }] })).status).toBe(400)
  })

  test('is proved by its signature, which a changed byte does not have, and by the audit', async () => {
    const signed = await made(all)
    const script = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/export.md', 'utf8'))?.[1] ?? ''
    const folder = mkdtempSync(join(tmpdir(), 'case-file-'))
    const keys = await s.server.inject({ method: 'GET', url: '/identity/jwks' })
    writeFileSync(join(folder, 'jwks.json'), keys.body)
    writeFileSync(join(folder, 'verify.mjs'), script)
    const verify = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return execFileSync(
        'node',
        [join(folder, 'verify.mjs'), join(folder, name), join(folder, 'jwks.json')],
        {
          encoding: 'utf8',
        },
      ).trim()
    }
    const text = JSON.stringify(signed, null, 2)
    expect(verify('file.json', text)).toBe('genuine')
    expect(verify('changed.json', text.replace('"last"', '"lasT"'))).toBe('NOT genuine')
    const another = await made({})
    expect(verify('other.json', text.replace(signed.signature, another.signature))).toBe('NOT genuine')
    const forged = signed.signature.replace(/.{4}$/, (end) => [...end].reverse().join(''))
    expect(verify('forged.json', text.replace(signed.signature, forged))).toBe('NOT genuine')
    rmSync(folder, { recursive: true })
    const rows = await s.query(
      `select reason, after from audit where action = 'caseFiles.make' and after ->> 'digest' = $1`,
      [signed.digest],
    )
    expect(rows).toEqual([
      {
        reason: none.purpose,
        after: { digest: signed.digest, transactions: 1, listings: 1, conversations: 1, messages: 4 },
      },
    ])
  })

  test('has a signature that signs no one in', async () => {
    const { signature } = await made({})
    expect((await s.call({ token: signature }, api.staff.me, {})).status).toBe(401)
  })

  test('is made before an erasure of its person, or finds no one', async () => {
    await s.addUser({ uid: 'erased-1', displayName: 'Erased' })
    const input = { params: { uid: 'erased-1' }, body: { reason: 'They asked' } }
    const [one, erased] = await Promise.all([make({}, 'erased-1'), s.call('admin', api.users.erase, input)])
    expect([200, 404]).toContain(one.status)
    expect(erased.status).toBe(200)
    expect((await make({}, 'erased-1')).status).toBe(404)
  })
})
