import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { useServer } from '../testing/harness.ts'
import { hireByCommand } from '../testing/hiring.ts'
import { totp } from '../testing/totp.ts'

const s = useServer()

const browser = () => browserOf(s)

let people = 0
const secret = 'a long password'
/** A staff member with the second factor on. */
async function guarded() {
  const email = `guarded-${++people}@portreeve.test`
  const { uid } = await hireByCommand(s, { email, name: 'Guarded', role: 'support', password: secret })
  const here = browser()
  await here.ask('POST', '/sign-in/email', { email, password: secret })
  const enabled = (await here.ask('POST', '/two-factor/enable', { password: secret })).json() as {
    totpURI: string
    backupCodes: string[]
  }
  const on = await here.ask('POST', '/two-factor/verify-totp', { code: totp(enabled.totpURI) })
  expect(on.statusCode).toBe(200)
  return { uid, email, here, ...enabled }
}

/** A browser after the password, before the code. */
async function halfway(email: string) {
  const there = browser()
  const answer = await there.ask('POST', '/sign-in/email', { email, password: secret })
  expect([answer.statusCode, answer.json().twoFactorRedirect]).toEqual([200, true])
  return there
}

test('it is off until the first code; then the password alone is not enough', async () => {
  const email = 'begins@portreeve.test'
  await hireByCommand(s, { email, name: 'Begins', role: 'support', password: secret })
  const here = browser()
  await here.ask('POST', '/sign-in/email', { email, password: secret })
  expect((await here.ask('POST', '/two-factor/enable', { password: 'wrong password' })).statusCode).toBe(400)
  const enabled = (await here.ask('POST', '/two-factor/enable', { password: secret })).json()
  expect((await here.ask('POST', '/two-factor/verify-totp', { code: '000000' })).statusCode).toBe(401)
  expect(
    (await browser().ask('POST', '/sign-in/email', { email, password: secret })).json().user,
  ).toBeTruthy()

  expect(
    (await here.ask('POST', '/two-factor/verify-totp', { code: totp(enabled.totpURI) })).statusCode,
  ).toBe(200)
  expect((await s.call({ token: await here.token() }, api.staff.mySignIn, {})).body.data.second_factor).toBe(
    true,
  )
  const there = await halfway(email)
  expect((await there.ask('GET', '/token')).json()).toEqual({ token: null })
  expect((await there.ask('GET', '/get-session')).json()).toBeNull()
})

test('a code works once, also written in groups', async () => {
  const { email, totpURI } = await guarded()
  const there = await halfway(email)
  const code = totp(totpURI, 1)
  const answer = await there.ask('POST', '/two-factor/verify-totp', {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  })
  expect(answer.statusCode).toBe(200)
  expect((await s.call({ token: await there.token() }, api.staff.me, {})).status).toBe(200)

  const again = await halfway(email)
  const refused = await again.ask('POST', '/two-factor/verify-totp', { code })
  expect([refused.statusCode, refused.json().error_message]).toEqual([
    401,
    'This code was used already. Please wait for the next one.',
  ])
  expect(await again.token()).toBe('')
})

test('four concurrent uses of one code: one signs in', async () => {
  const { uid, email, totpURI } = await guarded()
  await s.query('delete from identity_session where user_id = $1', [uid])
  const others = []
  for (let i = 0; i < 4; i++) others.push(await halfway(email))
  const code = totp(totpURI, 1)
  const answers = await Promise.all(
    others.map((other) => other.ask('POST', '/two-factor/verify-totp', { code })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await s.query('select 1 from identity_session where user_id = $1', [uid])).toHaveLength(1)
})

test('each recovery code works once, also for four concurrent uses', async () => {
  const { uid, email, backupCodes } = await guarded()
  expect(new Set(backupCodes).size).toBe(10)
  await s.query('delete from identity_session where user_id = $1', [uid])
  const others = []
  for (let i = 0; i < 4; i++) others.push(await halfway(email))
  const answers = await Promise.all(
    others.map((other) => other.ask('POST', '/two-factor/verify-backup-code', { code: backupCodes[0] })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await s.query('select 1 from identity_session where user_id = $1', [uid])).toHaveLength(1)
  await s.query('update identity_two_factor set failed_verification_count = 0, locked_until = null')
  const late = await halfway(email)
  expect(
    (await late.ask('POST', '/two-factor/verify-backup-code', { code: backupCodes[0] })).statusCode,
  ).toBe(401)
  expect(
    (await late.ask('POST', '/two-factor/verify-backup-code', { code: backupCodes[1] })).statusCode,
  ).toBe(200)
})

test('attempts are throttled: five for a sign-in, ten for an account', async () => {
  const { email, totpURI } = await guarded()
  const there = await halfway(email)
  for (let i = 0; i < 5; i++)
    expect((await there.ask('POST', '/two-factor/verify-totp', { code: '000000' })).statusCode).toBe(401)
  const right = totp(totpURI, 1)
  expect((await there.ask('POST', '/two-factor/verify-totp', { code: right })).statusCode).toBeGreaterThan(
    399,
  )
  const other = await halfway(email)
  for (let i = 0; i < 5; i++) await other.ask('POST', '/two-factor/verify-totp', { code: '000000' })
  const third = await halfway(email)
  expect((await third.ask('POST', '/two-factor/verify-totp', { code: right })).statusCode).toBe(429)
})

test('it is turned off with the password; an admin resets a lost one; all of it is audited', async () => {
  const { uid, email, here } = await guarded()
  expect((await here.ask('POST', '/two-factor/disable', { password: 'wrong password' })).statusCode).toBe(400)
  expect((await here.ask('POST', '/two-factor/disable', { password: secret })).statusCode).toBe(200)
  expect(
    (await browser().ask('POST', '/sign-in/email', { email, password: secret })).json().user,
  ).toBeTruthy()
  const actions = await s.query('select action from audit where subject_id = $1 order by id', [uid])
  expect(actions.map(({ action }) => action)).toEqual([
    'staff.invite',
    'staff.secondFactorBegin',
    'staff.secondFactorOn',
    'staff.secondFactorOff',
  ])

  const lost = await guarded()
  const reset = { params: { uid: lost.uid } }
  expect((await s.call('admin', api.staff.resetSecondFactor, reset)).body.data.second_factor).toBe(false)
  expect((await s.call('admin', api.staff.resetSecondFactor, reset)).status).toBe(409)
  expect(await lost.here.token()).toBe('')
  expect(
    (await browser().ask('POST', '/sign-in/email', { email: lost.email, password: secret })).json().user,
  ).toBeTruthy()
})

test('a changed password ends the other sessions and keeps this one; the old password is refused', async () => {
  const email = 'changes@portreeve.test'
  await hireByCommand(s, { email, name: 'Changes', role: 'support', password: secret })
  const [here, there] = [browser(), browser()]
  for (const one of [here, there]) await one.ask('POST', '/sign-in/email', { email, password: secret })
  const change = (currentPassword: string) =>
    here.ask('POST', '/change-password', { currentPassword, newPassword: 'another password' })
  expect((await browser().ask('POST', '/change-password', {})).statusCode).toBe(401)
  expect((await change('wrong password')).statusCode).toBe(400)
  expect((await change(secret)).statusCode).toBe(200)
  expect(await there.token()).toBe('')
  expect(await here.token()).not.toBe('')
  expect((await browser().ask('POST', '/sign-in/email', { email, password: secret })).statusCode).toBe(401)
})

test('password attempts of a signed-in user are throttled', async () => {
  const { here } = await guarded()
  for (let i = 0; i < 10; i++)
    expect(
      (await here.ask('POST', '/two-factor/disable', { password: `wrong password ${i}` })).statusCode,
    ).toBe(400)
  expect((await here.ask('POST', '/two-factor/disable', { password: secret })).statusCode).toBe(429)
})

test('an attacker cannot lock out a device that signed in before, nor get more attempts by a forged cookie', async () => {
  const email = 'owner@portreeve.test'
  await hireByCommand(s, { email, name: 'Owner', role: 'support', password: secret })
  const owner = browser()
  await owner.ask('POST', '/sign-in/email', { email, password: secret })
  const device = [...owner.jar.keys()].find((name) => name.endsWith('.device')) ?? ''
  for (let i = 0; i < 10; i++)
    await browser().ask('POST', '/sign-in/email', { email, password: `guess number ${i}` })
  expect((await browser().ask('POST', '/sign-in/email', { email, password: secret })).statusCode).toBe(429)
  const forger = browser()
  forger.jar.set(device, `${owner.jar.get(device)?.slice(0, -3)}AAA`)
  expect((await forger.ask('POST', '/sign-in/email', { email, password: secret })).statusCode).toBe(429)
  expect((await owner.ask('POST', '/sign-in/email', { email, password: secret })).statusCode).toBe(200)
  // The device's own attempts are limited too.
  for (let i = 0; i < 10; i++)
    await owner.ask('POST', '/sign-in/email', { email, password: `guess number ${i}` })
  expect((await owner.ask('POST', '/sign-in/email', { email, password: secret })).statusCode).toBe(429)
  await s.query('delete from identity_failures')
})
