# Ruby: is this webhook from the payment service? Needs the standard library only.
require "openssl"

TOLERANCE_SECONDS = 300

# headers: lower-case names. body: the raw bytes (request.raw_post), before any JSON parser.
def authentic?(secret, headers, body, now = Time.now.to_i)
  timestamp = headers["webhook-timestamp"].to_s
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/)
  return false if (now - timestamp.to_i).abs > TOLERANCE_SECONDS

  expected = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + body.b)
  headers["webhook-signature"].to_s.split(" ").any? do |one|
    one.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(expected, one)
  end
end
