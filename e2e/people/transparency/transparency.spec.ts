import { readFile } from 'node:fs/promises'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { consoleAddress, expect, test } from '../../stack/test.ts'

test('decisions of a span are read and saved: figures as CSV and JSON, statements as lines, the yearly report', async ({
  page,
}) => {
  const uid = `transparency-${Date.now()}`
  await importRows('users', [{ uid, displayName: uid, post_ability: 1 }])
  await page.goto('/dashboard/moderating')
  const { token } = (await (await page.request.get(`${consoleAddress}/identity/token`)).json()) as {
    token: string
  }
  const taken = await page.request.post(`${consoleAddress}/v1/admin/users/${uid}/measures`, {
    headers: { authorization: `Bearer ${token}`, 'x-api-key': 'portreeve-development' },
    data: { kind: 'no_listing', policies: [], reason: 'Too many cars', until: null },
  })
  expect(taken.ok()).toBe(true)
  await page.getByRole('link', { name: 'Transparency' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency' })).toBeVisible()
  const measures = page.getByRole('table', { name: 'By measure' })

  await test.step('this year has the decision', async () => {
    await expect(measures.getByRole('row', { name: /May not list/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By policy' })).toContainText('Without a policy')
    await expect(page.getByRole('table', { name: 'By source' })).toContainText('Staff on their own')
    await expect(page.getByRole('region', { name: 'Second looks' })).toContainText('nothing is shown')
    await checkSchemes(page, 'transparency')
  })

  const saved = async (button: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    const file = await download
    return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')] as const
  }
  await test.step('it is saved', async () => {
    const [, csv] = await saved('Export as CSV')
    expect(csv).toContain('kind,no_listing')
    const [, json] = await saved('Save as JSON')
    expect(JSON.parse(json)).toMatchObject({ all: { automated: 0 } })
    const [name] = await saved('EU statements')
    expect(name).toMatch(/^eu-statements-.*\.jsonl$/)
    const last = new Date().getUTCFullYear() - 1
    const [report, year] = await saved(`Yearly report ${last}`)
    expect(report).toMatch(new RegExp(`^transparency-${last}-.*\\.csv$`))
    expect(year).toContain(`${last}-01-01,${last}-12-31,all`)
  })

  await test.step('own days are in the address; a span without decisions and a wrong one have their sentences', async () => {
    await page.goto('/dashboard/transparency?from=2001-01-01&to=2001-12-31')
    await expect(page.getByText('Nothing was decided in these days.')).toBeVisible()
    await page.getByLabel('From').fill('2002-01-01')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The span ends before it begins. Choose a later last day.')).toBeVisible()
    await page.getByRole('link', { name: 'Last year' }).click()
    await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/)
  })
})

test.describe('a moderator', () => {
  test.use({ role: 'moderator' })
  test('reads why the page is not theirs @slow', async ({ page }) => {
    await page.goto('/dashboard/transparency')
    await expect(page.getByText('Your role (moderator) may not see the audit log.').first()).toBeVisible()
  })
})
