// A gateway on the loopback that answers both clients with one word and remembers every key it is shown.

import { createServer } from 'node:http';

const usage = { input_tokens: 1, output_tokens: 1 };

const messages = (model, text) => [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

function responses(model, text) {
  const item = {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const response = { id: 'resp_1', object: 'response', model, status: 'completed', output: [item] };
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
}

/** `seen`: the values of all headers that could carry a key, one list a request. */
export async function startGateway(reply) {
  const seen = [];
  const server = createServer((request, response) => {
    const carriers = Object.entries(request.headers).filter(([name]) => /auth|key|token/.test(name));
    seen.push(carriers.map(([, value]) => String(value)));
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url.split('?')[0];
      const answer = { '/v1/messages': messages, '/v1/responses': responses }[path];
      if (request.method !== 'POST' || !answer) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such path"}}');
        return;
      }
      const { model } = JSON.parse(Buffer.concat(chunks).toString());
      const events = answer(model, reply).map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { seen, close, origin: `http://127.0.0.1:${server.address().port}` };
}
