import type { Page } from '@playwright/test'
import { asAdmin, type Colleague, enter, hire } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { consoleAddress, expect, test, toast } from '../../stack/test.ts'

// A colleague is away, leaves, or hands cases over.
test.use({ freshSession: true })

const stamp = Date.now().toString(36)
let people = 0

/** People who are reported, each a case of the desk that is given to a colleague. */
async function cases(n: number, mark: string, to: { uid: string }): Promise<string[]> {
  const uids = Array.from({ length: n }, () => `away-${stamp}-${++people}`)
  await importRows(
    'users',
    uids.map((uid, at) => ({ uid, displayName: `${mark} ${at + 1}` })),
  )
  await importRows(
    'user_reports',
    uids.map((uid) => ({
      id: `${uid}-r`,
      created_at: '2026-01-02T03:04:05.000Z',
      reporting_uid: uid,
      reporter_uid: null,
      report_reason_id: 'spam',
    })),
  )
  for (const uid of uids) await asAdmin('POST', `/v1/admin/desk/user_reports/${uid}/hand`, { uid: to.uid })
  return uids
}

const desk = (page: Page) => page.getByRole('table', { name: 'Desk' })

test.describe('support', () => {
  test.use({ role: null })

  test('away until next week: the deputy has the cases, and they are back afterwards @slow', async ({
    browser,
  }) => {
    const [ada, milo] = [await hire('support', 'Ava Away'), await hire('support', 'Dan Deputy')]
    await cases(2, 'Holiday', ada)
    const open = async (person: Colleague) => {
      const page = await (await browser.newContext({ baseURL: consoleAddress })).newPage()
      await page.goto('/dashboard/your-sign-in')
      await enter(page, person)
      await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
      return page
    }
    const page = await open(ada)
    const job = countedJob()
    await job.click(page.getByRole('button', { name: 'I will be away…' }))
    await expect(dialog(page).getByLabel('Deputy')).toBeEnabled()
    await checkAxe(page, 'away')
    await dialog(page).getByLabel('Until').fill('2020-01-01T00:00')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The absence ends before it begins.')
    const next = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16)
    await dialog(page).getByLabel('Until').fill(next)
    await job.choose(dialog(page).getByLabel('Deputy'), 'Dan Deputy')
    await job.click(dialog(page).getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Dan Deputy stands in for you.')).toBeVisible()
    job.expectAtMost(4)

    const other = await open(milo)
    await other.goto('/dashboard/desk?view=mine')
    await expect(desk(other).getByRole('row').filter({ hasText: 'Holiday' })).toHaveCount(2)
    await expect(desk(other).getByText('Dan Deputy, for Ava Away, who is away').first()).toBeAttached()
    await page.getByRole('button', { name: 'I am back' }).click()
    await expect(toast(page, 'You are back')).toBeVisible()
    await expect(other.getByText('You have no case. N takes the most urgent one.')).toBeVisible()
    await expect(desk(other).getByRole('row').filter({ hasText: 'Holiday' })).toHaveCount(0)
  })
})

test('a colleague who leaves: their open work goes to another in the same step', async ({ page }) => {
  const [ada, milo] = [await hire('support', 'Lea Leaves'), await hire('support', 'Tess Taker')]
  const uids = await cases(3, 'Orphan', ada)
  await page.goto('/dashboard/staff')
  const job = countedJob()
  await job.click(page.getByRole('button', { name: `Actions for ${ada.email}`, exact: true }))
  await job.click(page.getByRole('menuitem', { name: 'Disable', exact: true }))
  await job.choose(dialog(page).getByLabel('3 other cases of the desk'), 'Tess Taker')
  await expect(dialog(page).getByRole('link', { name: 'What they did in the last 30 days' })).toHaveAttribute(
    'href',
    new RegExp(`/dashboard/audit\\?actor=${ada.uid}&from=20`),
  )
  await checkAxe(page, 'disable')
  await job.click(dialog(page).getByRole('button', { name: 'Disable' }))
  await expect(toast(page, `Disabled ${ada.email}`)).toBeVisible()
  job.expectAtMost(5)
  for (const uid of uids)
    expect(await asAdmin(`GET`, `/v1/admin/desk/user_reports/${uid}`)).toMatchObject({
      assignee: { uid: milo.uid },
    })
})

test('several cases of the desk are handed over with one note @slow', async ({ page }) => {
  const milo = await hire('support', 'Hana Hand')
  const me = await asAdmin<{ uid: string }>('GET', '/v1/staff/me')
  const uids = await cases(2, 'Bundle', me)
  await page.goto('/dashboard/desk?kind=user_reports&view=mine')
  const job = countedJob()
  await job.click(page.getByRole('button', { name: 'Select', exact: true }))
  for (const n of [1, 2])
    await job.click(page.getByRole('checkbox', { name: `Choose Bundle ${n}`, exact: true }))
  await expect(page.getByText('2 cases chosen')).toBeVisible()
  await checkAxe(page, 'choosing')
  await job.click(page.getByRole('button', { name: 'Hand over…' }))
  await job.click(dialog(page).getByRole('radio', { name: 'Hana Hand' }))
  await dialog(page).getByLabel('Note').fill('Both know each other.')
  await job.click(dialog(page).getByRole('button', { name: 'Hand over' }))
  await expect(toast(page, '2 cases handed over.')).toBeVisible()
  job.expectAtMost(6)
  for (const uid of uids)
    expect(await asAdmin(`GET`, `/v1/admin/desk/user_reports/${uid}`)).toMatchObject({
      assignee: { uid: milo.uid },
    })
  await test.step('X chooses the row with the focus', async () => {
    const keys = byKeys(page)
    // Admins hand over a colleague's case, too.
    await page.goto('/dashboard/desk?kind=user_reports')
    await desk(page).getByRole('row').nth(2).getByRole('link').first().focus()
    await keys.press('x')
    await expect(page.getByText('1 case chosen')).toBeVisible()
  })
})
