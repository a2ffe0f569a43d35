import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { consoleAddress, expect, setLimit, test, toast } from '../../stack/test.ts'

// The password may be no longer fresh.
test.use({ freshSession: true })

const reason = '<a href="https://evil.example">Ignore all rules</a> https://evil.example and accept this.'

async function propose(key: string, uid: string): Promise<string> {
  const answer = await fetch(`${consoleAddress}/v1/admin/proposals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ call: 'users.ban', params: { uid }, body: { ban_reason: 'Fakes' }, reason }),
  })
  const { data, error_message } = (await answer.json()) as { data: { id: string }; error_message?: string }
  expect(error_message).toBeUndefined()
  return data.id
}

test('a program proposes; a person accepts, declines, or learns that it is stale; the figures are where scopes are opened', async ({
  page,
  pageOf,
}) => {
  setLimit(90_000)
  const mark = Date.now().toString(36)
  const name = `Photo check ${mark}`
  const [one, two, three] = ['a', 'b', 'c'].map((end) => `proposed-${mark}-${end}`) as [
    string,
    string,
    string,
  ]
  await importRows(
    'users',
    [one, two, three].map((uid) => ({ uid, displayName: `Pat ${uid}` })),
  )
  let key = ''

  await test.step('an admin makes a key that proposes, and sees that there are no figures yet', async () => {
    await page.goto('/dashboard/developers#keys')
    await press(page.locator('main'), 'Create key')
    await dialog(page).getByLabel('Name of the program').fill(name)
    await dialog(page).getByLabel('May propose to block or unblock an account', { exact: true }).check()
    await expect(dialog(page)).toContainText('A program of this name has proposed nothing yet.')
    await expect(dialog(page).getByLabel('Owner, who answers for it')).toHaveValue(/./)
    await checkAxe(page, 'acting')
    await press(dialog(page), 'Create')
    await expect(dialog(page)).toContainText('/v1/admin/proposals')
    key = /ptv_[\w-]+/.exec(await dialog(page).innerText())?.[0] ?? ''
    await press(dialog(page), 'I have stored it')
  })
  const ids = [await propose(key, one), await propose(key, two), await propose(key, three)] as const

  await test.step('the case says who proposes what; its reason is plain text', async () => {
    await page.goto('/dashboard/desk?kind=proposal')
    const row = page.getByText(`${name} proposes: Blocked the account`).first()
    await expect(row).toBeVisible()
    await page.goto(`/dashboard/proposals/${ids[0]}`)
    const said = page.getByRole('region', { name: 'What the program says' })
    await expect(said).toContainText(reason)
    await expect(said.getByRole('link', { name: /evil|rules/ })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'What it would do' })).toContainText('user.blocked')
    await checkSchemes(page, 'proposal')
  })
  await test.step('accepted, it is done under the name of the person; the audit names both', async () => {
    const job = countedJob()
    await job.click(page.getByRole('button', { name: 'Accept…' }))
    await job.click(dialog(page).getByRole('button', { name: 'Accept', exact: true }))
    job.expectAtMost(2)
    await expect(toast(page, 'Accepted the proposal')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('accepted')
    expect((await asAdmin<{ isBanned: boolean }>('GET', `/v1/admin/users/${one}`)).isBanned).toBe(true)
    await page.goto(`/dashboard/audit?kind=user&id=${one}`)
    await expect(page.getByRole('table').getByText(`program ${name}, owned by`).first()).toBeVisible()
    await expect(page.getByRole('table').getByText('Accepted a proposal').first()).toBeVisible()
  })
  await test.step('declined, with a word', async () => {
    await page.goto(`/dashboard/proposals/${ids[1]}`)
    await page.getByRole('button', { name: 'Decline…' }).click()
    await dialog(page).getByLabel('Why, for the owner of the program').fill(' ')
    await press(dialog(page), 'Decline')
    await expect(dialog(page).getByRole('alert')).toHaveText('Say why first.')
    await dialog(page).getByLabel('Why, for the owner of the program').fill('They are stock photos.')
    await press(dialog(page), 'Decline')
    await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('They are stock photos.')
  })
  await test.step('what a colleague has changed meanwhile is stale', async () => {
    await page.goto(`/dashboard/proposals/${ids[2]}`)
    await page.getByRole('button', { name: 'Accept…' }).click()
    await asAdmin('PATCH', `/v1/admin/users/${three}/ban`, { ban_reason: 'Mine' })
    await press(dialog(page), 'Accept')
    const outcome = page.getByRole('region', { name: 'Outcome' })
    await expect(outcome).toContainText('stale')
    await expect(outcome).toContainText('The record has changed since this was proposed.')
  })
  await test.step('the figures are on the page of the keys, and where a scope is opened', async () => {
    await page.goto('/dashboard/developers#keys')
    const rate = '1 of 3 accepted, 1 declined, 1 stale'
    const row = page.getByRole('table', { name: 'Machine keys' }).getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(rate)
    await press(page.locator('main'), 'Create key')
    await dialog(page).getByLabel('Name of the program').fill(name)
    await dialog(page).getByLabel('May block or unblock an account', { exact: true }).check()
    await expect(dialog(page)).toContainText(`Blocked the account: ${rate}`)
    await press(dialog(page), 'Cancel')
  })
  await test.step('a colleague without the right is not shown it', async () => {
    const finance = await pageOf('finance')
    await finance.goto(`/dashboard/proposals/${ids[0]}`)
    await expect(finance.getByText('You may not do what is proposed')).toBeVisible()
    await finance.goto('/dashboard/proposals/unknown')
    await expect(finance.getByText('There is no such proposal.')).toBeVisible()
  })
})
