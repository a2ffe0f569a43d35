import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { Cells } from './Cells.tsx'
import { PostCell } from './PostCell.tsx'

const post = {
  key: 'a b',
  title: 'Bike',
  description: 'Red.',
  price: 25,
  creationDate: '2024-01-05T15:04:00Z',
}
const show = (cell: React.ReactNode, links: object = { listing: 'https://m.test/posts/{id}' }) => {
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ environment: { links } } as never}>
        <Cells label="posts">{cell}</Cells>
      </BackendProvider>
    </MantineProvider>,
  )
  return within(screen.getByRole('listitem'))
}

it('[REV-38] holds accessory buttons', () => {
  const cell = show(
    <PostCell post={post}>
      <button type="button">Add</button>
      <button type="button">Remove</button>
    </PostCell>,
  )
  expect(cell.getAllByRole('button').map((one) => one.textContent)).toEqual(['Add', 'Remove'])
})

it('shows no date and price if `brief`', () => {
  const cell = show(<PostCell post={{ key: 'a', title: null }} brief />)
  expect(cell.getByRole('link', { name: 'null' })).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent(/^null$/)
})

it('is no link if the environment has no address of the public page', () => {
  const cell = show(<PostCell post={post} />, {})
  expect(cell.queryByRole('link')).toBeNull()
  expect(cell.getByText('Bike')).toBeVisible()
  expect(cell.getByText('$25.00')).toBeVisible()
})
