/** The course of a conversation between a buyer and a seller. */
export type Course = 'arrived' | 'onTheWay' | 'waiting' | 'broken' | 'cancelled' | 'unsent' | 'asking'
export type Scripts = Partial<Record<Course, readonly (readonly string[])[]>>

/**
 * Conversations about a purchase in English. A line begins with its speaker, b the buyer or s the seller; ' | ' separates ways to
 * say it.
 */
export const english: Required<Scripts> = {
  arrived: [
    [
      'b: Hi {seller}, is the {item} still available? | Hello! Do you still have the {item}? | Hi, I am interested in the {item}. Still there?',
      's: Hi! Yes, it is. I can post it tomorrow if you like. | Hello {buyer}, it is. Where would it go to? | Yes! You are the second one today.',
      'b: Would you take {offer}? | Any chance of {offer}? | I could pay {offer} right now.',
      's: I would rather stay at {price}, it cost three times that. | {price} is already low, sorry. | No, but I throw in faster shipping.',
      'b: Fair enough. Just bought it. | OK, {price} it is. Paid. | All right, ordered.',
      's: Thank you! Packed it tonight. | Great, I print the label after dinner. | Thanks {buyer}! It goes out tomorrow.',
      's: On its way with {carrier}: {tracking} | {carrier} has it now. Tracking: {tracking} | Dropped off, the number is {tracking}.',
      'b: Great, thanks. I will let you know. | Perfect. | 👍',
      'b: It is here, and exactly as described. Thank you! | Just unpacked it: lovely, thanks a lot. | Arrived this morning, everything fine!',
      's: So glad. Enjoy it! | Happy to hear that! | You are welcome, have fun with it.',
    ],
    [
      'b: Hello, could you send one more photo of the {item}? | Could I see the back of the {item}, please? | Do you have a picture in daylight?',
      's: Sure, give me ten minutes. | One moment, the light is better at the window. | Of course.',
      's: [photo]',
      'b: Looks good. I take it for {price}. | That is all I needed, bought! | Even better than in the listing. Ordered.',
      's: Perfect. I ship on {weekday}. | Thanks! {weekday} at the latest. | Great, it leaves on {weekday}.',
      's: {carrier} has it, the number is {tracking}. | Shipped today: {tracking} ({carrier}).',
      'b: Arrived today in one piece. You are a good packer. | Came today, thank you for the careful packing. | Here, and better than I hoped.',
    ],
    [
      'b: Is there any damage on the {item} that is not in the pictures? | Anything wrong with the {item} that I should know? | Be honest, what is the catch?',
      's: Nothing beyond what I wrote. | No catch, I just need the space. | Only what you see, and it has been in my spare room for a year.',
      'b: OK, ordered! | Good enough for me. Bought. | I trust you, paid.',
      's: Thanks {buyer}. Label printed, I drop it off after work. | You will not regret it. | Great, thank you.',
      'b: Tracking {tracking} says out for delivery. Exciting. | I see it moving: {tracking}. | {carrier} says tomorrow.',
      'b: Got it. Five stars from me. | It is here and works. Thank you {seller}! | All good, thanks again.',
    ],
    [
      'b: Ordered the {item} just now. No rush, I am away until {weekday}. | Paid! Please do not send it before {weekday}, nobody is home. | Hi {seller}, just paid for the {item}.',
      's: Thanks! Then I send it so that it reaches you next week. | Noted, and thank you. | Great. I will time it.',
      's: Shipped: {tracking} ({carrier}). | It left today, {tracking}.',
      'b: Came home to a parcel. Lovely, thank you. | It was at my door, thank you! | Arrived. Exactly what I wanted.',
    ],
    [
      'b: Is the {item} a gift-able condition? It is for my father’s birthday. | Would you give the {item} to somebody as a present?',
      's: I would. I wipe it down and put it in a nice box. | Yes, and I can add a card if you tell me the text.',
      'b: You are great. Ordered, {price} well spent. | Then I take it, thank you.',
      's: {carrier}, {tracking}. Say happy birthday! | On the way: {tracking}.',
      'b: He has not put it down since. Thank you so much. | Birthday saved. Thank you {seller}!',
    ],
  ],
  onTheWay: [
    [
      'b: Hi, I bought the {item}. When do you think it goes out? | Hello {seller}, any idea when the {item} ships?',
      's: Dropped it at {carrier} an hour ago. Tracking is {tracking}. | Already gone! {tracking} with {carrier}.',
      'b: That was quick, thanks! | Wow, thank you.',
    ],
    [
      'b: Could you wrap the {item} well? The last thing I ordered came in a bag. | Please pack it so that it survives my postman.',
      's: Double box, promised. | I pack as if for my mother.',
      's: Sent. {tracking}, the page shows it from tomorrow. | It left: {tracking} ({carrier}).',
      'b: Thank you {seller}. | Great, I look forward to it.',
    ],
  ],
  waiting: [
    [
      'b: Hi {seller}, I paid {price} for the {item}. Do you know when you can ship? | Hello, just paid. When does it go out?',
      's: Hi {buyer}, tomorrow morning on the way to work. | As soon as I find a box of the right size, so {weekday}.',
      'b: Perfect. | No problem, thanks.',
    ],
    [
      'b: Just bought the {item}. Is the address on the order enough for the label? | Do you need my telephone number for the label?',
      's: All there. I print it tonight. | No, the app does it all.',
    ],
  ],
  broken: [
    [
      'b: The {item} came today and it is not what you described. | I have just unpacked the {item} and I am disappointed.',
      's: What is wrong with it? | Oh? Tell me.',
      'b: [photo]',
      'b: See the crack? That was not in your photos. | Look at the corner. That is no "light wear".',
      's: It left here whole, {carrier} must have dropped it. | I photographed every side, that is new.',
      'b: Then we need somebody to decide. I paid {price} for a whole one. | I will ask support to have a look.',
    ],
    [
      'b: Hi {seller}, I unpacked the {item}. It is not the one in the pictures. | Hello, this {item} is a different model than you wrote.',
      's: It is the only one I had. Which part is different? | Are you sure? I copied the name from the box.',
      'b: The colour, and the maker’s mark is missing. | Nearly everything, to be honest.',
      'b: I would like to send it back. I asked support to have a look. | Please take it back, I have opened a dispute.',
    ],
  ],
  cancelled: [
    [
      'b: Hi, any news about the {item}? | Hello {seller}, is the {item} ready to go?',
      's: I am so sorry, I just found out that my brother gave it away last week. I have to cancel. | It fell off the shelf while I packed it. I am cancelling, sorry!',
      'b: A pity. The {price} come back to my card? | That happens. And my money?',
      's: Yes, it says the whole amount is refunded. | All of it, the mail says.',
    ],
  ],
  unsent: [
    [
      'b: Hello {seller}, I bought the {item} five days ago. Has it been sent? | Hi, there is still no label for the {item}.',
      'b: Hello? | Please answer.',
      'b: I would really like an answer. | I have asked for my money back.',
    ],
  ],
  asking: [
    [
      'b: Hi, what is the lowest you would go on the {item}? | Is the price of the {item} open?',
      's: I could do {offer} if you pick it up this week. | For pick-up I would say {offer}.',
      'b: Where would that be? | Whereabouts are you?',
      's: {place}, any evening.',
      'b: {weekday} at six? I come by bike. | How about {weekday} after work?',
      's: Works. Pay in the app when you have seen it, please. | See you then!',
    ],
    [
      'b: Is the {item} still for sale? | Do you still have it?',
      's: It is. Pick-up or shipping? | Yes.',
      'b: Shipping, if you do that. | How much would shipping be?',
      's: I do, the cost is in the listing.',
    ],
    [
      'b: Would you trade the {item} for a nearly new pair of headphones? | Do you trade? I have a set of speakers.',
      's: No thanks, I only sell this one. | Not this time, sorry.',
    ],
    [
      'b: How old is the {item}? | When did you buy the {item}?',
      's: In 2021, and I used it until this summer. | About four years.',
      'b: Thanks, let me sleep on it. | Good to know.',
    ],
    [
      'b: Can you hold the {item} until {weekday}? Payday. | Could you keep it for me until {weekday}?',
      's: I do not hold things, but I doubt that it is gone by then. | For you, yes.',
    ],
  ],
}
