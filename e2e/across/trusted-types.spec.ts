import { editor, frame, html, moveToTemplate } from '../conversations/email-templates/email-templates.ts'
import { expect, test } from '../stack/test.ts'

/** Records every refusal of the page's policy from now on, also on later pages. */
const noteRefused = () => {
  const noted = window as unknown as { refused: string[] }
  noted.refused = []
  document.addEventListener('securitypolicyviolation', (event) =>
    noted.refused.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
  )
}

test('no screen writes HTML that the page’s policy would refuse; the mail preview shows @slow', async ({
  page,
}) => {
  await page.addInitScript(noteRefused)
  const refused = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('searchbox')).toBeVisible()
  const links = await page.getByRole('navigation').getByRole('link').all()
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    await link.click()
    await expect(page.getByRole('main').first()).toBeVisible()
    expect([page.url(), await refused()]).toEqual([page.url(), []])
  }
  await moveToTemplate(page, 'sentinel-readonly-template')
  await html(page)
  await expect(editor(page)).toBeVisible()
  await expect(frame(page).locator('body')).not.toBeEmpty()
  expect(await refused()).toEqual([])
  await test.step('a text that would become HTML is refused from every source', async () => {
    const tried = await page.evaluate(() => {
      const element = document.createElement('div')
      const ways: (() => unknown)[] = [
        () => {
          element.innerHTML = '<img src=x>'
        },
        () => element.insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
        () => document.createElement('iframe').setAttribute('srcdoc', '<b>x</b>'),
        () => {
          document.createElement('script').text = 'x'
        },
      ]
      return ways.map((way) => {
        try {
          way()
          return 'done'
        } catch {
          return 'refused'
        }
      })
    })
    expect(tried).toEqual(tried.map(() => 'refused'))
  })
})
