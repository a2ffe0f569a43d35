import { cellOf, field, items, list, move, visible } from '../listings/collections/collections.ts'
import { path as keywords, newTerms, terms } from '../listings/keywords/keywords.ts'
import { denials, path as messages, row, text } from '../listings/moderating-messages/moderating-messages.ts'
import { move as moveToPost, field as postField } from '../listings/questions/questions.ts'
import { openReports } from '../people/users/reports.ts'
import { checkAxe } from '../stack/page-parts.ts'
import { expect, follow, named, test, watchCalls } from '../stack/test.ts'

test.use({ role: 'finance' })

test('a role without permission reads everything and changes nothing, with the reason @slow', async ({
  page,
}) => {
  const calls = watchCalls(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const describes = (name: string, why: RegExp) =>
    expect(button(name)).toHaveAttribute('aria-description', why)

  await test.step('Resolve All, Ignore and Delete Listing are disabled with the reason', async () => {
    await openReports(page)
    for (const [name, reason] of [
      ['Resolve All', 'Your role (finance) may not resolve or ignore reports.'],
      ['Ignore', 'Your role (finance) may not resolve or ignore reports.'],
      ['Delete Listing', 'Your role (finance) may not delete a listing.'],
    ] as const) {
      await expect(button(name).first()).toHaveAttribute('aria-disabled', 'true')
      await button(name).first().hover()
      await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
      await button(name).first().click({ force: true })
    }
  })

  await test.step('so are the buttons and fields of a collection', async () => {
    await follow(page, list)
    await expect(button('+ Collection')).toHaveAttribute('aria-disabled', 'true')
    await move(page, 'edit-1')
    await expect(field(page, 'Title')).toHaveAttribute('readonly', '')
    await describes('Save', /may not change collections/)
    await describes('Delete', /may not delete a collection/)
    await visible(page).click({ force: true })
    await checkAxe(page, 'collection')
  })

  await test.step('so are the buttons to add and remove its items', async () => {
    await move(page, 'edit-3', '?q=sentinel+curated+6')
    const add = cellOf(page, 'Sentinel Curated 6').getByRole('button', { name: 'Add' })
    await expect(add).toHaveAttribute('aria-description', /may not change collections/)
    await add.click({ force: true })
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await items(page).first().getByRole('button', { name: 'Remove' }).click({ force: true })
  })

  await test.step('so are the keywords', async () => {
    await follow(page, keywords)
    await expect(terms(page, 'sofa')).toHaveAttribute('readonly', '')
    await expect(newTerms(page)).toHaveAttribute('readonly', '')
    await button('Actions for sofa').click()
    for (const [name, why] of [
      ['Delete', /may not delete a content keyword/],
      ['Save', /may not change content keywords/],
    ] as const)
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-description', why)
    await checkAxe(page, 'keywords')
    await page.keyboard.press('Escape')
  })

  await test.step('so are the standard messages', async () => {
    await follow(page, messages)
    await expect(text(page, 'duplicate')).toHaveAttribute('readonly', '')
    for (const one of [button('Save'), row(page, denials).getByRole('button', { name: 'Add' })])
      await expect(one).toHaveAttribute('aria-description', /may not change the standard messages/)
    await checkAxe(page, 'messages')
  })

  await test.step('so is a community post, and nothing was sent', async () => {
    await moveToPost(page, 'edit-1')
    await expect(postField(page, 'title')).toHaveAttribute('readonly', '')
    await describes('Delete', /may not delete a community post/)
    await describes('Save', /may not change community posts/)
    await checkAxe(page, 'community post')
    expect(calls.map(named).filter((name) => !name.startsWith('GET'))).toEqual([])
  })
})
