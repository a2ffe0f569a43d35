import { RouterProvider } from '@tanstack/react-router'
import { createConsoleRouter } from './routes.tsx'
import { SignedIn, type SignedInProps } from './screens/sign-in/SignedIn.tsx'

const router = createConsoleRouter()

/** Everything beyond signing in. */
export const Page = (props: Omit<SignedInProps, 'children'>) => (
  <SignedIn {...props}>
    <RouterProvider router={router} />
  </SignedIn>
)
