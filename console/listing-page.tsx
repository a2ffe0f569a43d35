import { ListingConversations } from './conversations/conversations/ListingConversations.tsx'
import { ListingScreen } from './listings/listings/ListingScreen.tsx'
import { ListingOrders } from './money/orders/ListingOrders.tsx'

/** The page of a listing, with what the subjects above listings show on it. */
export const ListingPage = () => (
  <ListingScreen
    orders={(key) => <ListingOrders listing={key} />}
    conversations={(key) => <ListingConversations listing={key} />}
  />
)
