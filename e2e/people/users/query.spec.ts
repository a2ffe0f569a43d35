import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes } from '../../stack/page-parts.ts'
import { expect, named, sent, test, watchCalls } from '../../stack/test.ts'
import { box, look, open, rows, search } from './search.ts'

const filters = '[aria-label="Filters of the search"]'

test('people are filtered by a query, with completion, mistakes and filters to remove', async ({ page }) => {
  const person = (uid: string, more: object) => ({
    ...{ uid, displayName: `Quillon ${uid}`, email: null, country_code: 'PT', isBanned: false },
    ...{ created_at: new Date(Date.now() - 86_400_000).toISOString(), ...more },
  })
  await importRows('users', [
    person('query-one', { isBanned: true }),
    person('query-two', { isBanned: true }),
    person('query-three', {}),
    person('query-old', { isBanned: true, created_at: '2020-01-01T00:00:00Z' }),
  ])
  const calls = watchCalls(page)
  const searches = () => calls.filter((call) => named(call) === search).length
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const chips = page.getByRole('list', { name: 'Filters of the search' }).getByRole('listitem')
  await open(page)

  await test.step('the keyboard alone completes field and value', async () => {
    await page.keyboard.type('quillon st')
    await expect(suggestions.getByRole('option')).toHaveText(['status:Blocked or not', 'store:Has a store'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('quillon status:')
    await expect(suggestions.getByRole('option')).toContainText(['status:active', 'status:blocked'])
    await checkSchemes(page, 'suggestions', ['search'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('quillon status:blocked ')
    await expect(suggestions).toHaveCount(0)
    await page.keyboard.type('created:<30d')
    expect(searches()).toBe(0)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await expect(chips).toHaveText(['status:blocked', 'created:<30d'])
    expect(searches()).toBe(1)
  })

  await test.step('the query is in the URL, and a reload shows it again', async () => {
    await expect(page).toHaveURL('/dashboard/users?q=quillon+status%3Ablocked+created%3A%3C30d')
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
    await expect(box(page)).toHaveValue('quillon status:blocked created:<30d')
    await checkAxe(page, 'filters', ['search'])
  })

  await test.step('a filter is removed, and the URL follows; without filters it is empty', async () => {
    await page.getByRole('button', { name: 'Remove created:<30d' }).click()
    await expect(box(page)).toHaveValue('quillon status:blocked')
    await expect(box(page)).toBeFocused()
    await expect(rows(page)).toHaveCount(3)
    await expect(page).toHaveURL('/dashboard/users?q=quillon+status%3Ablocked')
    await page.getByRole('button', { name: 'Remove status:blocked' }).click()
    await expect(rows(page)).toHaveCount(4)
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.locator(filters)).toHaveCount(0)
  })

  await test.step('a mistake is named below the field, is selected, and sends nothing', async () => {
    const before = searches()
    await look(page, 'quillon stauts:blocked')
    await expect(page.getByRole('alert')).toHaveText("There is no field 'stauts'. Did you mean 'status'?")
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await checkAxe(page, 'a mistake', ['search'])
    expect(searches()).toBe(before)
    await page.keyboard.type('-status:blocked')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user-detail/query-three')
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\?q=quillon/)
  })

  await test.step('a word with a colon that is no field is searched as text', async () => {
    const call = sent(page, search)
    await look(page, 'quillon:query')
    expect(new URL((await call).url()).searchParams.get('search_term')).toBe('quillon:query')
    await expect(page.getByText('No users found.')).toBeVisible()
  })

  await test.step('at 390 px the suggestions fit', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await box(page).fill('')
    await page.keyboard.press('ArrowDown')
    await expect(suggestions.getByRole('option')).toHaveCount(11)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    await expect(suggestions).toHaveCount(0)
  })
})
