-- Sends the requests of a file in turn: METHOD, path and body, parted by tabs. Prints the figures as one line of JSON.
local requests, at = {}, 0

function init(args)
  at = tonumber(args[2])
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%u+)\t([^\t]*)\t(.*)$")
    requests[#requests + 1] = wrk.format(method, path, nil, body ~= "" and body or nil)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"longest":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
