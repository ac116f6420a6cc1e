# A webhook receiver in Ruby, with the standard library alone: SANDBOX_WEBHOOK_SECRET=whsec_mine ruby server.rb
require "json"
require "socket"
require_relative "verify"

SECRET = ENV.fetch("SANDBOX_WEBHOOK_SECRET")
MOST_BYTES = 512 * 1024
ORDER = %w[new created confirmed completed failed].freeze

# In a real app these are tables: ids under a unique key, written in the transaction that books the credit.
LOCK = Mutex.new
SEEN = {}
CREDITS = Hash.new(0)
RECORDS = {}

def book(event)
  LOCK.synchronize do
    return if SEEN.key?(event["id"])

    SEEN[event["id"]] = true
    type, payload = event.values_at("type", "payload")
    state = ORDER.index(type.split(".").last)
    # A record only moves forward: events may overtake each other.
    if type.start_with?("deposit.", "uda.settlement.") && state && state > (RECORDS[payload["id"]] || -1)
      RECORDS[payload["id"]] = state
    end
    # Ruby's integers hold any number of digits.
    CREDITS[payload["owner"]] += Integer(payload["balance"]["raw"], 10) if type == "deposit.confirmed"
  end
end

# The status of a webhook.
def status_of(method, headers, body)
  return 405 unless method == "POST"
  return 413 if body.nil?
  return 415 unless headers["content-type"] == "application/json"
  return 401 unless authentic?(SECRET, headers, body)

  book(JSON.parse(body.dup.force_encoding("UTF-8")))
  200
rescue JSON::ParserError
  400
end

# The raw bytes; nil when there are too many, which are read all the same: an answer must not meet a full pipe.
def read_body(connection, left)
  kept = +"".b
  while left.positive? && (chunk = connection.readpartial([left, 65_536].min))
    left -= chunk.bytesize
    kept << chunk if kept.bytesize <= MOST_BYTES
  end
  kept.bytesize > MOST_BYTES ? nil : kept
end

def shown
  LOCK.synchronize do
    JSON.generate("credits" => CREDITS.transform_values(&:to_s), "records" => RECORDS.transform_values { |at| ORDER[at] })
  end
end

def serve(connection)
  method, path = connection.gets("\n", 8192).to_s.split
  return if path.nil?

  headers = {}
  while (line = connection.gets("\n", 8192)) && !line.strip.empty?
    name, value = line.split(":", 2)
    headers[name.strip.downcase] = value.to_s.strip
  end
  body = read_body(connection, headers["content-length"].to_i)
  text = path == "/credits" ? shown : ""
  status = path == "/credits" ? 200 : status_of(method, headers, body)
  connection.write("HTTP/1.1 #{status} Answered\r\ncontent-length: #{text.bytesize}\r\nconnection: close\r\n\r\n#{text}")
rescue IOError, SystemCallError
  # The sender is gone: it will come again.
ensure
  connection.close
end

server = TCPServer.new("127.0.0.1", ENV.fetch("PORT", "0").to_i)
server.listen(64)
puts "listening on http://127.0.0.1:#{server.addr[1]}/hooks"
$stdout.flush
loop { Thread.new(server.accept) { |connection| serve(connection) } }
