import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { sendPerson } from './program.ts'

const keyFor = async (name: string) =>
  (await asAdmin<{ token: string }>('POST', '/v1/admin/machine_keys', { name, scopes: ['ingest.users'] }))
    .token

test('a person blocked here, of whom the marketplace says otherwise, is a difference until it is settled', async ({
  page,
}) => {
  const mark = Date.now().toString(36)
  const uid = `differs-${mark}`
  const key = await keyFor(`Differences ${mark}`)
  const send = () => sendPerson(key, { uid, displayName: 'Dana Differs', isBanned: false })
  const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').filter({ hasText: uid })
  const job = countedJob()
  const isBlocked = async () =>
    (await asAdmin<{ isBanned: boolean }>('GET', `/v1/admin/users/${uid}`)).isBanned

  await test.step('a row of the marketplace does not undo the block', async () => {
    await send()
    await asAdmin('PATCH', `/v1/admin/users/${uid}/ban`, { ban_reason: 'Fakes' })
    expect((await send()).results).toMatchObject([{ kept: ['isBanned'] }])
    expect(await isBlocked()).toBe(true)
  })
  await test.step('the list shows both values, and filters by the kind of record', async () => {
    await page.goto('/dashboard/users')
    await job.click(page.getByRole('link', { name: 'Developers', exact: true }))
    await job.click(page.getByRole('link', { name: 'Differences', exact: true }))
    await page.getByRole('combobox', { name: 'Record' }).selectOption('People')
    await expect(page).toHaveURL(/\?entity=users#differences$/)
    await expect(row.locator('[data-column="Field"]')).toHaveText('blocked')
    await expect(row.locator('[data-column="Here"]')).toHaveText('Yes')
    await expect(row.locator('[data-column="The marketplace says"]')).toHaveText('No')
    await expect(row.getByRole('link', { name: uid })).toHaveAttribute('href', `/user-detail/${uid}`)
    await checkSchemes(page, 'differences')
  })
  await test.step('taken, the marketplace’s next row counts', async () => {
    await job.click(row.getByRole('button', { name: /^Take theirs/ }))
    job.expectAtMost(3)
    await expect(toast(page, 'The next row of the marketplace counts')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect((await send()).results).toMatchObject([{ result: 'changed' }])
    expect(await isBlocked()).toBe(false)
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('sees differences, and may not settle them @slow', async ({ page }) => {
    const mark = Date.now().toString(36)
    const uid = `kept-${mark}`
    const key = await keyFor(`Kept ${mark}`)
    const send = () => sendPerson(key, { uid, displayName: 'Kit Kept', isBanned: false })
    await send()
    await asAdmin('PATCH', `/v1/admin/users/${uid}/ban`, { ban_reason: 'Fakes' })
    await send()
    await page.goto('/dashboard/developers')
    const row = page.getByRole('row').filter({ hasText: uid })
    await expect(row.getByRole('button', { name: /^Keep ours/ })).toHaveAttribute(
      'aria-description',
      'Your role (support) may not settle differences with the marketplace.',
    )
  })
})
