# Runs the vectors: ruby check.rb vectors.json
require "json"
require_relative "verify"

vectors = JSON.parse(File.read(ARGV[0], encoding: "UTF-8"))
wrong = vectors["cases"].reject do |one|
  authentic?(vectors["secret"], one["headers"], one["body_base64"].unpack1("m"), one["now"]) == one["valid"]
end
wrong.each { |one| puts "wrong: #{one["name"]}" }
puts "#{vectors["cases"].size - wrong.size} of #{vectors["cases"].size}"
exit(wrong.empty? ? 0 : 1)
