import type { Page } from '@playwright/test'
import { openDatabase } from '../../../server/core/database/db.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { type Colleague, enter, hire } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { consoleAddress, expect, test, toast } from '../../stack/test.ts'

test('a rule is tried on the past as a newcomer would, and each record that it met is one click away @slow', async ({
  page,
}) => {
  await page.goto('/dashboard/moderating')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()

  await test.step('a mistake is named before anything is sent', async () => {
    await page.getByLabel('When').selectOption('A sale is paid')
    await page.getByLabel('And', { exact: true }).fill('price:cheap')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText("'cheap' is no amount")
  })

  await test.step('the fields are below: two queries are compared', async () => {
    await page.getByLabel('And', { exact: true }).fill('')
    await page.getByRole('button', { name: 'price', exact: true }).click()
    await expect(page.getByLabel('And', { exact: true })).toHaveValue('price:>$100')
    await page.getByLabel('And', { exact: true }).fill('price:>$1\nprice:>$900000')
    await checkSchemes(page, 'rules')
    await page.getByRole('button', { name: 'Try 2 queries' }).click()
  })

  await test.step('the figures lead to the records', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'A sale is paid' })).toBeVisible()
    const results = page.getByRole('table', { name: 'Results' })
    await expect(results.getByRole('row')).toHaveCount(3)
    await checkSchemes(page, 'replay')
    await results.getByRole('button', { name: 'Make a rule of it…' }).last().click()
    await expect(dialog(page).getByLabel('And')).toHaveValue('price:>$900000')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Met, and ended badly: price:>$1' })).toBeVisible()
    const well = results.getByRole('link', { name: /Met, and ended well, price:>\$1$/ })
    await well.click()
    await expect(page.getByRole('heading', { name: 'Met, and ended well: price:>$1' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Records' }).getByRole('link').first()).toBeVisible()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Replays' })).toContainText('price:>$1 · price:>$900000')
  })
})

test('a newcomer tries a query, makes a rule of it, and lets it note @slow', async ({ page }) => {
  const name = `Expensive ${Date.now().toString(36)}`
  const job = countedJob()
  await page.goto('/dashboard/moderating')
  await job.click(page.getByRole('link', { name: 'Rules', exact: true }))
  await job.choose(page.getByLabel('When'), 'A sale is paid')
  await page.getByRole('button', { name: 'buyer_orders', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Earlier purchases of the buyer')
  await job.click(page.getByRole('button', { name: 'price', exact: true }))
  await job.click(page.getByRole('button', { name: 'buyer_orders', exact: true }))
  await expect(page.getByLabel('And', { exact: true })).toHaveValue('price:>$100 buyer_orders:0')
  await job.click(page.getByRole('button', { name: 'Try', exact: true }))
  await expect(page.getByRole('table', { name: 'Results' })).toContainText('price:>$100 buyer_orders:0')
  await job.click(page.getByRole('button', { name: 'Make a rule of it…' }))
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('What colleagues look for').fill('Is the buyer real?')
  await job.click(dialog(page).getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await job.click(page.getByRole('button', { name: 'Let it note' }))
  await expect(toast(page, 'It notes what it meets from now on')).toBeVisible()
  job.expectAtMost(9)
  await remove(page)
})

/** Turns the rule off and deletes it, on its page. */
async function remove(page: Page) {
  await page.getByRole('button', { name: 'Turn off…' }).click()
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
}

/** An account that was made a moment ago in Vanuatu. */
const newAccount = async () => {
  const uid = `rule-${Date.now().toString(36)}`
  await importRows('users', [
    { uid, displayName: `New ${uid}`, country_code: 'VU', created_at: new Date().toISOString() },
  ])
  return `New ${uid}`
}

/** Lets the days pass for which this new colleague counts as the same person as the admin who invited them. */
async function weekPasses({ uid }: Colleague) {
  const env = { ...process.env, PORTREEVE_API_KEY: 'unused', PORTREEVE_ENVIRONMENT: 'development' }
  const database = await openDatabase(readSettings(env).where, { connections: 1 })
  await database.pool.query("update staff_grants set at = at - interval '8 days' where staff_uid = $1", [uid])
  await database.close()
}

test('a rule is written, notes, is turned on by a second person, and its case is decided', async ({
  page,
  browser,
}) => {
  const second = await hire('admin')
  const name = `New in Vanuatu ${Date.now().toString(36)}`
  const records = page.getByRole('table', { name: 'Records' })

  await test.step('it is written with what is missing named', async () => {
    await page.goto('/dashboard/rules')
    await page.getByRole('button', { name: 'New rule…' }).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('When').selectOption('An account is made')
    await dialog(page).getByRole('textbox', { name: 'And', exact: true }).fill('account_age:<2d countri:VU')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText("Did you mean 'country'?")
    await dialog(page).getByRole('textbox', { name: 'And', exact: true }).fill('account_age:<2d country:VU')
    await dialog(page).getByLabel('What colleagues look for').fill('Is it a shop?')
    await checkSchemes(page, 'write-rule')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('it notes what it meets', async () => {
    await page.getByRole('button', { name: 'Let it note' }).click()
    await expect(toast(page, 'It notes what it meets from now on')).toBeVisible()
    const person = await newAccount()
    await expect(async () => {
      await page.reload()
      await expect(records.getByRole('row').filter({ hasText: person })).toContainText('noted it', {
        timeout: 2000,
      })
    }).toPass()
    await checkSchemes(page, 'rule')
  })

  await test.step('a second person turns it on, who is not in one hand with the first', async () => {
    await expect(page.getByRole('button', { name: 'Turn on…' })).toHaveAttribute(
      'aria-description',
      'You wrote this rule; a colleague turns it on.',
    )
    await weekPasses(second)
    const other = await (await browser.newContext({ baseURL: consoleAddress })).newPage()
    await other.goto('/')
    await enter(other, second)
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await other.goto(new URL(page.url()).pathname)
    await other.getByRole('button', { name: 'Turn on…' }).click()
    await expect(dialog(other)).toContainText('It has met 1')
    await dialog(other).getByRole('button', { name: 'Turn on' }).click()
    await expect(toast(other, 'The rule acts from now on')).toBeVisible()
    await other.context().close()
  })

  await test.step('its case is on the desk, and is decided with a word about the rule', async () => {
    const person = await newAccount()
    const cases = page.getByRole('row').filter({ hasText: person })
    await page.goto('/dashboard/desk?kind=rule')
    await cases.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Is it a shop?' })).toBeVisible()
    await checkSchemes(page, 'met-by-a-rule', ['main'])
    await page.getByRole('button', { name: 'It was right' }).click()
    await expect(page.getByRole('heading', { name: 'Outcome' })).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(records).toContainText('judged right')
  })

  await test.step('it is turned off and deleted', () => remove(page))
})

test.describe('finance', () => {
  test.use({ role: 'finance' })
  test('reads the replays, and may not try rules @slow', async ({ page }) => {
    await page.goto('/dashboard/rules')
    await expect(page.getByRole('button', { name: 'Try', exact: true })).toHaveAttribute(
      'aria-description',
      'Your role (finance) may not write and try rules.',
    )
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('may not see rules @slow', async ({ page }) => {
    await page.goto('/dashboard/rules')
    await expect(page.getByText('Your role (support) may not see the rules.')).toBeVisible()
  })
})
